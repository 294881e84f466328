;; Reads an image of up to 512 × 512 pixels, which the caller has copied into the memory (see pixel-kernel.ts): finds its
;; runs, divides its colors by alpha or paints a ground under them, shrinks its luma to 32 × 32 and the image to a quarter of its sides. All is
;; bit-identical to src/phash/pixels.ts, lanczos.ts, shrink.ts and src/images/rasterize.ts, which explain the algorithms.
;; `npm run assemble` turns this into pixel-kernel-code.ts.
(module
  ;; Where what lies, in bytes; pixel-kernel.ts has the same numbers.
  ;;       0  pixels, words
  ;; 1048576  starts of runs, at most one per pixel
  ;; 2097152  first run of each row, and the number of runs
  ;; 2099216  for each sample of a row, the sums of the weights from there on, of 8 results
  ;; 2115600  for each sample of a row, the address in the row of sums of the first of these results
  ;; 2117648  for each of 32 results of a row, its first sample
  ;; 2117776  for each of them, the sum of its weights
  ;; 2117904  for each of 32 results of a column, its first sample
  ;; 2118032  for each of them, its number of weights
  ;; 2118160  a row of sums: 32, and room for 8 that nobody reads
  ;; 2118320  for each of 32 results of a column, 128 weights
  ;; 2134704  rows of 32 levels
  ;; 2151088  32 rows of 32 levels: the luma
  ;; 2152448  the image at a quarter of its sides, words
  (memory (export "memory") 34)

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

  ;; The address of the first word after `at` that differs from it, or `end`.
  (func $endOfRun (param $at i32) (param $end i32) (result i32)
    (local $word i32)
    (local $words v128)
    (local.set $word (i32.load (local.get $at)))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    ;; Most runs are a pixel of an edge.
    (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (local.get $end))))
    (if (i32.ne (i32.load (local.get $at)) (local.get $word)) (then (return (local.get $at))))
    (local.set $words (i32x4.splat (local.get $word)))
    (block $differs
      (loop $sixteen
        (br_if $differs (i32.gt_u (i32.add (local.get $at) (i32.const 64)) (local.get $end)))
        (br_if $differs
          (v128.any_true
            (v128.or
              (v128.or
                (v128.xor (v128.load (local.get $at)) (local.get $words))
                (v128.xor (v128.load offset=16 (local.get $at)) (local.get $words)))
              (v128.or
                (v128.xor (v128.load offset=32 (local.get $at)) (local.get $words))
                (v128.xor (v128.load offset=48 (local.get $at)) (local.get $words))))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $sixteen)))
    (block $differs
      (loop $four
        (br_if $differs (i32.gt_u (i32.add (local.get $at) (i32.const 16)) (local.get $end)))
        (br_if $differs
          (v128.any_true (v128.xor (v128.load (local.get $at)) (local.get $words))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $four)))
    (block $done
      (loop $one
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (br_if $done (i32.ne (i32.load (local.get $at)) (local.get $word)))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $one)))
    (local.get $at))

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
        (br_if $done (i32.ge_s (i32.load offset=2117648 (local.get $begun)) (local.get $sample)))
        (i32.store offset=2118160 (local.get $begun)
          (i32.mul (local.get $level) (i32.load offset=2117776 (local.get $begun))))
        (local.set $begun (i32.add (local.get $begun) (i32.const 4)))
        (br $each)))
    (local.get $begun))

  ;; Adds a change of level times the weights from a sample on.
  (func $change (param $sample i32) (param $change i32)
    (local $to i32)
    (local $weights i32)
    (local $changes v128)
    (local.set $to (i32.load offset=2115600 (i32.shl (local.get $sample) (i32.const 2))))
    (local.set $weights (i32.shl (local.get $sample) (i32.const 5)))
    (local.set $changes (i32x4.splat (local.get $change)))
    (v128.store (local.get $to)
      (i32x4.add
        (v128.load (local.get $to))
        (i32x4.mul (local.get $changes) (v128.load offset=2099216 (local.get $weights)))))
    (v128.store offset=16 (local.get $to)
      (i32x4.add
        (v128.load offset=16 (local.get $to))
        (i32x4.mul (local.get $changes) (v128.load offset=2099232 (local.get $weights))))))

  ;; Four sums as whole levels; narrowing them clips to 8 bits.
  (func $round (param $sums v128) (result v128)
    (i32x4.shr_s (i32x4.add (local.get $sums) (i32x4.splat (i32.const 2097152))) (i32.const 22)))

  ;; 16 sums as levels.
  (func $clip (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result v128)
    (i8x16.narrow_i16x8_u
      (i16x8.narrow_i32x4_s (call $round (local.get $a)) (call $round (local.get $b)))
      (i16x8.narrow_i32x4_s (call $round (local.get $c)) (call $round (local.get $d)))))

  ;; The runs, and the horizontal pass. Pixels are replaced by those on the ground if there is one (an opaque color, else
  ;; 0), and premultiplied ones by plain ones. Returns the number of runs.
  (func (export "readRows")
    (param $isPremultiplied i32) (param $ground i32) (param $width i32) (param $height i32) (result i32)
    (local $row i32)
    (local $rowAt i32)
    (local $size i32)
    (local $runs i32)
    (local $end i32)
    (local $at i32)
    (local $next i32)
    (local $word i32)
    (local $before i32)
    (local $level i32)
    (local $new i32)
    (local $begun i32)
    (local $to i32)
    (local.set $to (i32.const 2134704))
    (local.set $size (i32.shl (i32.mul (local.get $width) (local.get $height)) (i32.const 2)))
    (loop $rows
      (local.set $at (local.get $row))
      (local.set $end (i32.add (local.get $row) (i32.shl (local.get $width) (i32.const 2))))
      (local.set $begun (i32.const 0))
      (i32.store offset=2097152 (local.get $rowAt) (i32.shr_u (local.get $runs) (i32.const 2)))
      (local.set $rowAt (i32.add (local.get $rowAt) (i32.const 4)))
      (loop $each
        (local.set $before (local.get $word))
        (local.set $word (i32.load (local.get $at)))
        (local.set $next (call $endOfRun (local.get $at) (local.get $end)))
        (if (i32.and
              (i32.ne (local.get $ground) (i32.const 0))
              (i32.lt_u (i32.shr_u (local.get $word) (i32.const 24)) (i32.const 255)))
          (then
            (local.set $word
              (call $layOn (local.get $word) (local.get $ground) (local.get $isPremultiplied)))
            (call $fill (local.get $word) (local.get $at) (local.get $next))))
        ;; On a ground, runs of different pixels may have the same color.
        (if (i32.or
              (i32.or (i32.eqz (local.get $ground)) (i32.eq (local.get $at) (local.get $row)))
              (i32.ne (local.get $word) (local.get $before)))
          (then
            (i32.store offset=1048576 (local.get $runs) (i32.shr_u (local.get $at) (i32.const 2)))
            (local.set $runs (i32.add (local.get $runs) (i32.const 4)))))
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
        (br_if $each (i32.lt_u (local.get $at) (local.get $end))))
      (drop (call $begin (local.get $begun) (local.get $width) (local.get $level)))
      (v128.store (local.get $to)
        (call $clip
          (v128.load (i32.const 2118160)) (v128.load (i32.const 2118176))
          (v128.load (i32.const 2118192)) (v128.load (i32.const 2118208))))
      (v128.store offset=16 (local.get $to)
        (call $clip
          (v128.load (i32.const 2118224)) (v128.load (i32.const 2118240))
          (v128.load (i32.const 2118256)) (v128.load (i32.const 2118272))))
      (local.set $to (i32.add (local.get $to) (i32.const 32)))
      (local.set $row (local.get $end))
      (br_if $rows (i32.lt_u (local.get $row) (local.get $size))))
    (i32.store offset=2097152 (local.get $rowAt) (i32.shr_u (local.get $runs) (i32.const 2)))
    (i32.shr_u (local.get $runs) (i32.const 2)))

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
          (i32.shl (i32.load offset=2117904 (i32.shl (local.get $result) (i32.const 2))) (i32.const 5))))
      (local.set $weights (i32.shl (local.get $result) (i32.const 9)))
      (local.set $count (i32.load offset=2118032 (i32.shl (local.get $result) (i32.const 2))))
      (loop $samples
        (local.set $weight (v128.load32_splat offset=2118320 (local.get $weights)))
        (local.set $levels (v128.load offset=2134704 (local.get $from)))
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
      (v128.store offset=2151088
        (i32.add (local.get $column) (i32.shl (local.get $result) (i32.const 5)))
        (call $clip (local.get $a) (local.get $b) (local.get $c) (local.get $d)))
      (local.set $result (i32.add (local.get $result) (i32.const 1)))
      (br_if $results (i32.lt_u (local.get $result) (i32.const 32)))))

  (func (export "readColumns")
    (call $shrinkColumns (i32.const 0))
    (call $shrinkColumns (i32.const 16)))

  ;; A weighted sum of levels as a level.
  (func $level (param $sum i32) (param $alpha i32) (result i32)
    (i32.div_u
      (i32.add (i32.shl (local.get $sum) (i32.const 1)) (local.get $alpha))
      (i32.shl (local.get $alpha) (i32.const 1))))

  ;; The mean of 4 × 4 pixels, weighted by alpha. `stride` is the length of a row in bytes.
  (func $mix (param $at i32) (param $stride i32) (result i32)
    (local $row i32)
    (local $end i32)
    (local $alpha i32)
    (local $pixel v128)
    (local $sums v128)
    (loop $rows
      (local.set $end (i32.add (local.get $at) (i32.const 16)))
      (loop $pixels
        (local.set $pixel
          (i32x4.extend_low_i16x8_u (i16x8.extend_low_i8x16_u (v128.load32_zero (local.get $at)))))
        ;; The last sum is that of alpha.
        (local.set $sums
          (i32x4.add
            (local.get $sums)
            (i32x4.mul
              (i32x4.replace_lane 3 (local.get $pixel) (i32.const 1))
              (i32x4.splat (i32x4.extract_lane 3 (local.get $pixel))))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br_if $pixels (i32.lt_u (local.get $at) (local.get $end))))
      (local.set $at (i32.add (i32.sub (local.get $at) (i32.const 16)) (local.get $stride)))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br_if $rows (i32.lt_u (local.get $row) (i32.const 4))))
    (local.set $alpha (i32x4.extract_lane 3 (local.get $sums)))
    ;; Transparent pixels have no color.
    (if (i32.eqz (local.get $alpha)) (then (return (i32.const 0))))
    (i32.or
      (i32.or
        (call $level (i32x4.extract_lane 0 (local.get $sums)) (local.get $alpha))
        (i32.shl (call $level (i32x4.extract_lane 1 (local.get $sums)) (local.get $alpha)) (i32.const 8)))
      (i32.or
        (i32.shl (call $level (i32x4.extract_lane 2 (local.get $sums)) (local.get $alpha)) (i32.const 16))
        (i32.shl
          (i32.shr_u (i32.add (local.get $alpha) (i32.const 8)) (i32.const 4))
          (i32.const 24)))))

  ;; The image at a quarter of its sides, which are multiples of four.
  (func (export "quarter") (param $width i32) (param $height i32)
    (local $stride i32)
    (local $size i32)
    (local $from i32)
    (local $end i32)
    (local $to i32)
    (local $words v128)
    (local.set $stride (i32.shl (local.get $width) (i32.const 2)))
    (local.set $size (i32.mul (local.get $stride) (local.get $height)))
    (local.set $to (i32.const 2152448))
    (loop $rows
      (local.set $end (i32.add (local.get $from) (local.get $stride)))
      (loop $each
        (local.set $words (v128.load32_splat (local.get $from)))
        (if (v128.any_true
              (v128.or
                (v128.or
                  (v128.xor (v128.load (local.get $from)) (local.get $words))
                  (v128.xor (v128.load (i32.add (local.get $from) (local.get $stride))) (local.get $words)))
                (v128.or
                  (v128.xor
                    (v128.load (i32.add (local.get $from) (i32.shl (local.get $stride) (i32.const 1))))
                    (local.get $words))
                  (v128.xor
                    (v128.load (i32.add (local.get $from) (i32.mul (local.get $stride) (i32.const 3))))
                    (local.get $words)))))
          (then (i32.store (local.get $to) (call $mix (local.get $from) (local.get $stride))))
          (else (i32.store (local.get $to) (i32x4.extract_lane 0 (local.get $words)))))
        (local.set $from (i32.add (local.get $from) (i32.const 16)))
        (local.set $to (i32.add (local.get $to) (i32.const 4)))
        (br_if $each (i32.lt_u (local.get $from) (local.get $end))))
      ;; Three more rows are done, too.
      (local.set $from (i32.add (local.get $from) (i32.mul (local.get $stride) (i32.const 3))))
      (br_if $rows (i32.lt_u (local.get $from) (local.get $size))))))
