;; Compares the sums of a query with those of many shapes, 16 at a time, then the whole descriptors of those that remain.
;; The caller fills the memory (see sum-window.ts).
;; `npm run assemble` turns this into sum-scan-code.ts.
(module
  ;; From address 0: for each byte of the sums, 16 copies of the query's low half, then of its high half. From 1024: the
  ;; indexes of `select`. From 9216: the query's descriptor, then the distances of `compare`. From 16384: tiles of 512 bytes.
  ;; From 147456: descriptors. 192 KiB in all: small enough to stay in a core's cache.
  (memory (export "memory") 3)

  ;; How much the sums of the 16 shapes of the tile at an address differ from the query's, a byte each, up to 255.
  (func $differ (param $at i32) (result v128)
    (local $stop i32) (local $query i32)
    (local $sum v128) (local $more v128) (local $low v128) (local $high v128) (local $half v128)
    (local.set $half (i8x16.splat (i32.const 15)))
    (local.set $stop (i32.add (local.get $at) (i32.const 512)))
    (loop $byte
      (local.set $low (v128.load (local.get $at)))
      (local.set $high (v128.and (i16x8.shr_u (local.get $low) (i32.const 4)) (local.get $half)))
      (local.set $low (v128.and (local.get $low) (local.get $half)))
      (local.set $sum
        (i8x16.add_sat_u
          (local.get $sum)
          (i8x16.sub
            (i8x16.max_u (local.get $low) (v128.load (local.get $query)))
            (i8x16.min_u (local.get $low) (v128.load (local.get $query))))))
      (local.set $more
        (i8x16.add_sat_u
          (local.get $more)
          (i8x16.sub
            (i8x16.max_u (local.get $high) (v128.load offset=16 (local.get $query)))
            (i8x16.min_u (local.get $high) (v128.load offset=16 (local.get $query))))))
      (local.set $query (i32.add (local.get $query) (i32.const 32)))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $byte (i32.lt_u (local.get $at) (local.get $stop))))
    (i8x16.add_sat_u (local.get $sum) (local.get $more)))
  ;; Writes how much the sums of the shapes differ from the query's, a byte each.
  (func (export "differences") (param $tiles i32)
    (local $at i32) (local $end i32) (local $out i32)
    (local.set $at (i32.const 16384))
    (local.set $end (i32.add (i32.const 16384) (i32.shl (local.get $tiles) (i32.const 9))))
    (local.set $out (i32.const 1024))
    (block $done
      (loop $tile
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (v128.store (local.get $out) (call $differ (local.get $at)))
        (local.set $out (i32.add (local.get $out) (i32.const 16)))
        (local.set $at (i32.add (local.get $at) (i32.const 512)))
        (br $tile))))
  ;; Writes the indexes of the shapes whose sums differ from the query's by at most `bound`, ascending, two bytes each.
  ;; Differences are counted up to 255, so a `bound` of 255 selects all. Returns the number of indexes.
  (func (export "select") (param $tiles i32) (param $bound i32) (result i32)
    (local $at i32) (local $end i32) (local $out i32) (local $mask i32) (local $first i32)
    (local $most v128)
    (local.set $most (i8x16.splat (local.get $bound)))
    (local.set $at (i32.const 16384))
    (local.set $end (i32.add (i32.const 16384) (i32.shl (local.get $tiles) (i32.const 9))))
    (local.set $out (i32.const 1024))
    (block $done
      (loop $tile
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $mask (i8x16.bitmask (i8x16.le_u (call $differ (local.get $at)) (local.get $most))))
        (if (local.get $mask)
          (then
            (loop $lane
              (i32.store16 (local.get $out) (i32.add (local.get $first) (i32.ctz (local.get $mask))))
              (local.set $out (i32.add (local.get $out) (i32.const 2)))
              (local.set $mask (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
              (br_if $lane (local.get $mask)))))
        (local.set $first (i32.add (local.get $first) (i32.const 16)))
        (local.set $at (i32.add (local.get $at) (i32.const 512)))
        (br $tile)))
    (i32.shr_u (i32.sub (local.get $out) (i32.const 1024)) (i32.const 1)))
  ;; Writes the distances of the first `count` descriptors to the query's, two bytes each.
  (func (export "compare") (param $count i32)
    (local $at i32) (local $end i32) (local $out i32)
    (local $a i64) (local $b i64) (local $c i64) (local $d i64)
    (local $e i64) (local $f i64) (local $g i64) (local $h i64)
    (local.set $a (i64.load offset=9216 (i32.const 0)))
    (local.set $b (i64.load offset=9224 (i32.const 0)))
    (local.set $c (i64.load offset=9232 (i32.const 0)))
    (local.set $d (i64.load offset=9240 (i32.const 0)))
    (local.set $e (i64.load offset=9248 (i32.const 0)))
    (local.set $f (i64.load offset=9256 (i32.const 0)))
    (local.set $g (i64.load offset=9264 (i32.const 0)))
    (local.set $h (i64.load offset=9272 (i32.const 0)))
    (local.set $at (i32.const 147456))
    (local.set $end (i32.add (i32.const 147456) (i32.shl (local.get $count) (i32.const 6))))
    (local.set $out (i32.const 9280))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (i32.store16 (local.get $out)
          (i32.wrap_i64
            (i64.add
              (i64.add
                (i64.add
                  (i64.popcnt (i64.xor (i64.load (local.get $at)) (local.get $a)))
                  (i64.popcnt (i64.xor (i64.load offset=8 (local.get $at)) (local.get $b))))
                (i64.add
                  (i64.popcnt (i64.xor (i64.load offset=16 (local.get $at)) (local.get $c)))
                  (i64.popcnt (i64.xor (i64.load offset=24 (local.get $at)) (local.get $d)))))
              (i64.add
                (i64.add
                  (i64.popcnt (i64.xor (i64.load offset=32 (local.get $at)) (local.get $e)))
                  (i64.popcnt (i64.xor (i64.load offset=40 (local.get $at)) (local.get $f))))
                (i64.add
                  (i64.popcnt (i64.xor (i64.load offset=48 (local.get $at)) (local.get $g)))
                  (i64.popcnt (i64.xor (i64.load offset=56 (local.get $at)) (local.get $h))))))))
        (local.set $out (i32.add (local.get $out) (i32.const 2)))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $each)))))
