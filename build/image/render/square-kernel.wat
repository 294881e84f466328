;; Shrinks a square of 256 pixels, which the caller has copied into the memory (see square-kernel.ts), to the two forms
;; that are measured: luma at 32 × 32 and the image at 128 × 128. Both are bit-identical to src/phash/lanczos.ts and
;; shrink.ts, which explain the algorithms. `npm run assemble` turns this into square-kernel-code.ts.
(module
  ;; Where what lies, in bytes; square-kernel.ts has the same numbers.
  ;;      0  pixels, 256 × 256 words
  ;; 262144  the image at 128 × 128, words
  ;; 327680  starts of its runs, at most one per pixel
  ;; 393216  first run of each of its rows, 129 words
  ;; 394240  for each of 256 samples, the sums of the weights from there on, of 8 results
  ;; 402432  for each of 256 samples, the address in the row of sums of the first of these results
  ;; 403456  for each of 32 results, its first sample
  ;; 403584  for each of 32 results, the sum of its weights
  ;; 403712  for each of 32 results, its number of weights
  ;; 403840  a row of sums: 32, and room for 8 that nobody reads
  ;; 404224  for each of 32 results, 64 weights
  ;; 412416  256 rows of 32 levels
  ;; 420608  32 rows of 32 levels: the luma
  (memory (export "memory") 7)

  ;; The four bytes of a word as 32 bits each.
  (func $widen (param $word i32) (result v128)
    (i32x4.extend_low_i16x8_u (i16x8.extend_low_i8x16_u (i32x4.splat (local.get $word)))))

  ;; Premultiplied levels as levels of color: rounded, at most 255. A quotient of such numbers is never rounded up to an
  ;; integer, so truncating it is exact.
  (func $unpremultiply (param $word i32) (result i32)
    (local $alpha i32)
    (local $levels v128)
    (local.set $alpha (i32.shr_u (local.get $word) (i32.const 24)))
    (local.set $levels
      (i32x4.trunc_sat_f32x4_u
        (f32x4.div
          (f32x4.convert_i32x4_u
            (i32x4.add
              (i32x4.mul (call $widen (local.get $word)) (i32x4.splat (i32.const 255)))
              (i32x4.splat (i32.shr_u (local.get $alpha) (i32.const 1)))))
          (f32x4.splat (f32.convert_i32_u (local.get $alpha))))))
    ;; Narrowing clips to 255.
    (local.set $levels (i16x8.narrow_i32x4_s (local.get $levels) (local.get $levels)))
    (i32.or
      (i32.and
        (i32x4.extract_lane 0 (i8x16.narrow_i16x8_u (local.get $levels) (local.get $levels)))
        (i32.const 0xffffff))
      (i32.and (local.get $word) (i32.const 0xff000000))))

  ;; A channel of a color over that of the ground. `weight` is 255 for premultiplied colors, else alpha. If both are the
  ;; same but for rounding, the ground's stays.
  (func $over
    (param $word i32) (param $ground i32) (param $weight i32) (param $alpha i32) (param $shift i32) (result i32)
    (local $level i32)
    (local $own i32)
    (local.set $level (i32.and (i32.shr_u (local.get $ground) (local.get $shift)) (i32.const 255)))
    (local.set $own
      (i32.mul
        (i32.and (i32.shr_u (local.get $word) (local.get $shift)) (i32.const 255))
        (local.get $weight)))
    (if (i32.gt_u
          (i32.add
            (i32.sub (local.get $own) (i32.mul (local.get $level) (local.get $alpha)))
            (i32.const 255))
          (i32.const 510))
      (then
        (local.set $level
          (i32.div_u
            (i32.add
              (i32.add
                (local.get $own)
                (i32.mul (local.get $level) (i32.sub (i32.const 255) (local.get $alpha))))
              (i32.const 127))
            (i32.const 255)))))
    (i32.shl (local.get $level) (local.get $shift)))

  ;; A color on an opaque ground.
  (func $layOn (param $word i32) (param $ground i32) (param $isPremultiplied i32) (result i32)
    (local $alpha i32)
    (local $weight i32)
    (local.set $alpha (i32.shr_u (local.get $word) (i32.const 24)))
    (if (i32.eqz (local.get $alpha)) (then (return (local.get $ground))))
    (local.set $weight (select (i32.const 255) (local.get $alpha) (local.get $isPremultiplied)))
    (i32.or
      (i32.or
        (call $over
          (local.get $word) (local.get $ground) (local.get $weight) (local.get $alpha) (i32.const 0))
        (call $over
          (local.get $word) (local.get $ground) (local.get $weight) (local.get $alpha) (i32.const 8)))
      (i32.or
        (call $over
          (local.get $word) (local.get $ground) (local.get $weight) (local.get $alpha) (i32.const 16))
        (i32.const 0xff000000))))

  ;; Levels on white, as in `onWhite` of src/phash/phash.ts.
  (func $onWhite (param $levels v128) (param $alpha i32) (result v128)
    (local $weight i32)
    (local $sums v128)
    (local.set $weight (i32.shl (local.get $alpha) (i32.const 7)))
    (local.set $sums
      (i32x4.add
        (i32x4.mul (local.get $levels) (i32x4.splat (local.get $weight)))
        (i32x4.splat
          (i32.add
            (i32.mul (i32.const 255) (i32.sub (i32.const 32640) (local.get $weight)))
            (i32.const 16384)))))
    (i32x4.shr_u
      (i32x4.add (i32x4.shr_u (local.get $sums) (i32.const 8)) (local.get $sums))
      (i32.const 15)))

  ;; The luma of a color on white.
  (func $levelOf (param $word i32) (result i32)
    (local $alpha i32)
    (local $levels v128)
    (local.set $alpha (i32.shr_u (local.get $word) (i32.const 24)))
    (if (i32.eqz (local.get $alpha)) (then (return (i32.const 255))))
    (local.set $levels (call $widen (local.get $word)))
    (if (i32.ne (local.get $alpha) (i32.const 255))
      (then (local.set $levels (call $onWhite (local.get $levels) (local.get $alpha)))))
    (i32.shr_u
      (i32.add
        (i32.add
          (i32.mul (i32.const 19595) (i32x4.extract_lane 0 (local.get $levels)))
          (i32.mul (i32.const 38470) (i32x4.extract_lane 1 (local.get $levels))))
        (i32.add
          (i32.mul (i32.const 7471) (i32x4.extract_lane 2 (local.get $levels)))
          (i32.const 32768)))
      (i32.const 16)))

  ;; Which of 16 words differ from the next one: a bit for each, the first one lowest. Finding the ends of runs one by one
  ;; takes three times as long, since no branch can be predicted.
  (func $changes (param $at i32) (result i32)
    (i8x16.bitmask
      (i8x16.narrow_i16x8_s
        (i16x8.narrow_i32x4_s
          (i32x4.ne (v128.load (local.get $at)) (v128.load offset=4 (local.get $at)))
          (i32x4.ne (v128.load offset=16 (local.get $at)) (v128.load offset=20 (local.get $at))))
        (i16x8.narrow_i32x4_s
          (i32x4.ne (v128.load offset=32 (local.get $at)) (v128.load offset=36 (local.get $at)))
          (i32x4.ne (v128.load offset=48 (local.get $at)) (v128.load offset=52 (local.get $at)))))))

  ;; Writes a word to all places from `at` to `end`.
  (func $fill (param $word i32) (param $at i32) (param $end i32)
    (local $words v128)
    (local.set $words (i32x4.splat (local.get $word)))
    (block $done
      (loop $four
        (br_if $done (i32.gt_u (i32.add (local.get $at) (i32.const 16)) (local.get $end)))
        (v128.store (local.get $at) (local.get $words))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $four)))
    (if (i32.ge_u (local.get $at) (local.get $end)) (then (return)))
    (loop $each
      (i32.store (local.get $at) (local.get $word))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br_if $each (i32.lt_u (local.get $at) (local.get $end)))))

  ;; Sums of results that begin before `sample`: their first sample's level times all of their weights. Returns the number
  ;; of results that have begun.
  (func $begin (param $begun i32) (param $sample i32) (param $level i32) (result i32)
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $begun) (i32.const 128)))
        (br_if $done (i32.ge_s (i32.load offset=403456 (local.get $begun)) (local.get $sample)))
        (i32.store offset=403840 (local.get $begun)
          (i32.mul (local.get $level) (i32.load offset=403584 (local.get $begun))))
        (local.set $begun (i32.add (local.get $begun) (i32.const 4)))
        (br $each)))
    (local.get $begun))

  ;; Adds a change of level times the weights from a sample on.
  (func $change (param $sample i32) (param $change i32)
    (local $to i32)
    (local $weights i32)
    (local $changes v128)
    (local.set $to (i32.load offset=402432 (i32.shl (local.get $sample) (i32.const 2))))
    (local.set $weights (i32.shl (local.get $sample) (i32.const 5)))
    (local.set $changes (i32x4.splat (local.get $change)))
    (v128.store (local.get $to)
      (i32x4.add
        (v128.load (local.get $to))
        (i32x4.mul (local.get $changes) (v128.load offset=394240 (local.get $weights)))))
    (v128.store offset=16 (local.get $to)
      (i32x4.add
        (v128.load offset=16 (local.get $to))
        (i32x4.mul (local.get $changes) (v128.load offset=394256 (local.get $weights))))))

  ;; Four sums as whole levels; narrowing them clips to 8 bits.
  (func $round (param $sums v128) (result v128)
    (i32x4.shr_s (i32x4.add (local.get $sums) (i32x4.splat (i32.const 2097152))) (i32.const 22)))

  ;; 16 sums as levels.
  (func $clip (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result v128)
    (i8x16.narrow_i16x8_u
      (i16x8.narrow_i32x4_s (call $round (local.get $a)) (call $round (local.get $b)))
      (i16x8.narrow_i32x4_s (call $round (local.get $c)) (call $round (local.get $d)))))

  ;; The horizontal pass. Pixels are replaced by those on the ground if there is one (an opaque color, else 0), and
  ;; premultiplied ones by plain ones.
  (func (export "readRows") (param $isPremultiplied i32) (param $ground i32)
    (local $row i32)
    (local $end i32)
    (local $group i32)
    (local $changes i32)
    (local $at i32)
    (local $next i32)
    (local $word i32)
    (local $level i32)
    (local $new i32)
    (local $begun i32)
    (local $to i32)
    (local.set $to (i32.const 412416))
    (loop $rows
      (local.set $at (local.get $row))
      (local.set $end (i32.add (local.get $row) (i32.const 1024)))
      (local.set $group (local.get $row))
      (local.set $begun (i32.const 0))
      (loop $groups
        (local.set $changes (call $changes (local.get $group)))
        ;; A run ends with its row.
        (if (i32.eq (local.get $group) (i32.sub (local.get $end) (i32.const 64)))
          (then (local.set $changes (i32.or (local.get $changes) (i32.const 0x8000)))))
        (block $done
          (loop $runs
            (br_if $done (i32.eqz (local.get $changes)))
            (local.set $next
              (i32.add
                (local.get $group)
                (i32.shl (i32.add (i32.ctz (local.get $changes)) (i32.const 1)) (i32.const 2))))
            (local.set $changes
              (i32.and (local.get $changes) (i32.sub (local.get $changes) (i32.const 1))))
            (local.set $word (i32.load (local.get $at)))
            (if (i32.and
                  (i32.ne (local.get $ground) (i32.const 0))
                  (i32.lt_u (i32.shr_u (local.get $word) (i32.const 24)) (i32.const 255)))
              (then
                (local.set $word
                  (call $layOn (local.get $word) (local.get $ground) (local.get $isPremultiplied)))
                (call $fill (local.get $word) (local.get $at) (local.get $next))))
            ;; Neither transparent nor opaque.
            (if (i32.and
                  (local.get $isPremultiplied)
                  (i32.lt_u (i32.sub (i32.shr_u (local.get $word) (i32.const 24)) (i32.const 1)) (i32.const 254)))
              (then
                (local.set $word (call $unpremultiply (local.get $word)))
                (call $fill (local.get $word) (local.get $at) (local.get $next))))
            (local.set $new (call $levelOf (local.get $word)))
            (if (i32.eq (local.get $at) (local.get $row))
              (then (local.set $level (local.get $new)))
              (else
                (if (i32.ne (local.get $new) (local.get $level))
                  (then
                    (local.set $at (i32.shr_u (i32.sub (local.get $at) (local.get $row)) (i32.const 2)))
                    (local.set $begun (call $begin (local.get $begun) (local.get $at) (local.get $level)))
                    (call $change (local.get $at) (i32.sub (local.get $new) (local.get $level)))
                    (local.set $level (local.get $new))))))
            (local.set $at (local.get $next))
            (br $runs)))
        (local.set $group (i32.add (local.get $group) (i32.const 64)))
        (br_if $groups (i32.lt_u (local.get $group) (local.get $end))))
      (drop (call $begin (local.get $begun) (i32.const 256) (local.get $level)))
      (v128.store (local.get $to)
        (call $clip
          (v128.load (i32.const 403840)) (v128.load (i32.const 403856))
          (v128.load (i32.const 403872)) (v128.load (i32.const 403888))))
      (v128.store offset=16 (local.get $to)
        (call $clip
          (v128.load (i32.const 403904)) (v128.load (i32.const 403920))
          (v128.load (i32.const 403936)) (v128.load (i32.const 403952))))
      (local.set $to (i32.add (local.get $to) (i32.const 32)))
      (local.set $row (local.get $end))
      (br_if $rows (i32.lt_u (local.get $row) (i32.const 262144)))))

  ;; The vertical pass for 16 columns from `column`, whose levels are widened to 32 bits.
  (func $shrinkColumns (param $column i32)
    (local $result i32)
    (local $from i32)
    (local $weights i32)
    (local $count i32)
    (local $weight v128)
    (local $levels v128)
    (local $half v128)
    (local $a v128)
    (local $b v128)
    (local $c v128)
    (local $d v128)
    (loop $results
      (local.set $a (v128.const i32x4 0 0 0 0))
      (local.set $b (local.get $a))
      (local.set $c (local.get $a))
      (local.set $d (local.get $a))
      (local.set $from
        (i32.add
          (local.get $column)
          (i32.shl (i32.load offset=403456 (i32.shl (local.get $result) (i32.const 2))) (i32.const 5))))
      (local.set $weights (i32.shl (local.get $result) (i32.const 8)))
      (local.set $count (i32.load offset=403712 (i32.shl (local.get $result) (i32.const 2))))
      (loop $samples
        (local.set $weight (v128.load32_splat offset=404224 (local.get $weights)))
        (local.set $levels (v128.load offset=412416 (local.get $from)))
        (local.set $half (i16x8.extend_low_i8x16_u (local.get $levels)))
        (local.set $a
          (i32x4.add (local.get $a) (i32x4.mul (local.get $weight) (i32x4.extend_low_i16x8_u (local.get $half)))))
        (local.set $b
          (i32x4.add (local.get $b) (i32x4.mul (local.get $weight) (i32x4.extend_high_i16x8_u (local.get $half)))))
        (local.set $half (i16x8.extend_high_i8x16_u (local.get $levels)))
        (local.set $c
          (i32x4.add (local.get $c) (i32x4.mul (local.get $weight) (i32x4.extend_low_i16x8_u (local.get $half)))))
        (local.set $d
          (i32x4.add (local.get $d) (i32x4.mul (local.get $weight) (i32x4.extend_high_i16x8_u (local.get $half)))))
        (local.set $weights (i32.add (local.get $weights) (i32.const 4)))
        (local.set $from (i32.add (local.get $from) (i32.const 32)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br_if $samples (local.get $count)))
      (v128.store offset=420608
        (i32.add (local.get $column) (i32.shl (local.get $result) (i32.const 5)))
        (call $clip (local.get $a) (local.get $b) (local.get $c) (local.get $d)))
      (local.set $result (i32.add (local.get $result) (i32.const 1)))
      (br_if $results (i32.lt_u (local.get $result) (i32.const 32)))))

  (func (export "readColumns")
    (call $shrinkColumns (i32.const 0))
    (call $shrinkColumns (i32.const 16)))

  ;; A channel of four pixels, weighted by alpha and rounded. `shift` is that of the channel in a word.
  (func $mixChannel
    (param $one i32) (param $two i32) (param $three i32) (param $four i32) (param $alpha i32) (param $shift i32)
    (result i32)
    (local $sum i32)
    (local.set $sum
      (i32.add
        (i32.add
          (i32.mul
            (i32.and (i32.shr_u (local.get $one) (local.get $shift)) (i32.const 255))
            (i32.shr_u (local.get $one) (i32.const 24)))
          (i32.mul
            (i32.and (i32.shr_u (local.get $two) (local.get $shift)) (i32.const 255))
            (i32.shr_u (local.get $two) (i32.const 24))))
        (i32.add
          (i32.mul
            (i32.and (i32.shr_u (local.get $three) (local.get $shift)) (i32.const 255))
            (i32.shr_u (local.get $three) (i32.const 24)))
          (i32.mul
            (i32.and (i32.shr_u (local.get $four) (local.get $shift)) (i32.const 255))
            (i32.shr_u (local.get $four) (i32.const 24))))))
    (i32.shl
      (i32.div_u
        (i32.add (i32.shl (local.get $sum) (i32.const 1)) (local.get $alpha))
        (i32.shl (local.get $alpha) (i32.const 1)))
      (local.get $shift)))

  ;; The mean of four pixels, of which the first is at `at`.
  (func $mix (param $at i32) (result i32)
    (local $one i32)
    (local $two i32)
    (local $three i32)
    (local $four i32)
    (local $alpha i32)
    (local.set $one (i32.load (local.get $at)))
    (local.set $two (i32.load offset=4 (local.get $at)))
    (local.set $three (i32.load offset=1024 (local.get $at)))
    (local.set $four (i32.load offset=1028 (local.get $at)))
    (if (i32.eqz
          (i32.or
            (i32.xor (local.get $one) (local.get $two))
            (i32.or
              (i32.xor (local.get $one) (local.get $three))
              (i32.xor (local.get $one) (local.get $four)))))
      (then (return (local.get $one))))
    (local.set $alpha
      (i32.add
        (i32.add (i32.shr_u (local.get $one) (i32.const 24)) (i32.shr_u (local.get $two) (i32.const 24)))
        (i32.add (i32.shr_u (local.get $three) (i32.const 24)) (i32.shr_u (local.get $four) (i32.const 24)))))
    ;; Transparent pixels have no color.
    (if (i32.eqz (local.get $alpha)) (then (return (i32.const 0))))
    (i32.or
      (i32.or
        (call $mixChannel
          (local.get $one) (local.get $two) (local.get $three) (local.get $four) (local.get $alpha) (i32.const 0))
        (call $mixChannel
          (local.get $one) (local.get $two) (local.get $three) (local.get $four) (local.get $alpha) (i32.const 8)))
      (i32.or
        (call $mixChannel
          (local.get $one) (local.get $two) (local.get $three) (local.get $four) (local.get $alpha) (i32.const 16))
        (i32.shl
          (i32.shr_u (i32.add (local.get $alpha) (i32.const 2)) (i32.const 2))
          (i32.const 24)))))

  ;; The image at half its side, with its runs. Returns their number.
  (func (export "halve") (result i32)
    (local $from i32)
    (local $end i32)
    (local $to i32)
    (local $at i32)
    (local $word v128)
    (local $runs i32)
    (local $changes i32)
    (local $row i32)
    (local.set $to (i32.const 262144))
    (loop $rows
      (local.set $end (i32.add (local.get $from) (i32.const 1024)))
      (local.set $at (local.get $to))
      (loop $eights
        (local.set $word (v128.load32_splat (local.get $from)))
        (if (v128.any_true
              (v128.or
                (v128.or
                  (v128.xor (v128.load (local.get $from)) (local.get $word))
                  (v128.xor (v128.load offset=16 (local.get $from)) (local.get $word)))
                (v128.or
                  (v128.xor (v128.load offset=1024 (local.get $from)) (local.get $word))
                  (v128.xor (v128.load offset=1040 (local.get $from)) (local.get $word)))))
          (then
            (i32.store (local.get $to) (call $mix (local.get $from)))
            (i32.store offset=4 (local.get $to) (call $mix (i32.add (local.get $from) (i32.const 8))))
            (i32.store offset=8 (local.get $to) (call $mix (i32.add (local.get $from) (i32.const 16))))
            (i32.store offset=12 (local.get $to) (call $mix (i32.add (local.get $from) (i32.const 24)))))
          (else (v128.store (local.get $to) (local.get $word))))
        (local.set $from (i32.add (local.get $from) (i32.const 32)))
        (local.set $to (i32.add (local.get $to) (i32.const 16)))
        (br_if $eights (i32.lt_u (local.get $from) (local.get $end))))
      (i32.store offset=393216 (local.get $row) (i32.shr_u (local.get $runs) (i32.const 2)))
      (i32.store offset=327680 (local.get $runs)
        (i32.shr_u (i32.sub (local.get $at) (i32.const 262144)) (i32.const 2)))
      (local.set $runs (i32.add (local.get $runs) (i32.const 4)))
      (loop $groups
        (local.set $changes (call $changes (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        ;; The last pixel is not compared with the next row.
        (if (i32.eq (local.get $at) (local.get $to))
          (then (local.set $changes (i32.and (local.get $changes) (i32.const 0x7fff)))))
        (block $done
          (loop $each
            (br_if $done (i32.eqz (local.get $changes)))
            (i32.store offset=327680 (local.get $runs)
              (i32.add
                (i32.shr_u (i32.sub (local.get $at) (i32.const 262204)) (i32.const 2))
                (i32.ctz (local.get $changes))))
            (local.set $runs (i32.add (local.get $runs) (i32.const 4)))
            (local.set $changes
              (i32.and (local.get $changes) (i32.sub (local.get $changes) (i32.const 1))))
            (br $each)))
        (br_if $groups (i32.lt_u (local.get $at) (local.get $to))))
      (local.set $row (i32.add (local.get $row) (i32.const 4)))
      ;; The lower row is done, too.
      (local.set $from (i32.add (local.get $from) (i32.const 1024)))
      (br_if $rows (i32.lt_u (local.get $from) (i32.const 262144))))
    (i32.store offset=393216 (local.get $row) (i32.shr_u (local.get $runs) (i32.const 2)))
    (i32.shr_u (local.get $runs) (i32.const 2))))
