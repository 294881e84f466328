;; Multiplies vectors that the caller has copied into the memory (see vector-kernel.ts) by a query vector, 16 components
;; at a time. `npm run assemble` turns this into vector-kernel-code.ts.
(module
  ;; The query, then a window of vectors with 16 bytes behind it, then the products.
  (memory (export "memory") 3)

  ;; Writes an i32 at `to` for each vector between `from` and `end`: the sum of the products of its components and those of the query at
  ;; address 0. A vector has `dimensions` bytes, an i8 each. The query has an i16 each, and zeros up to a multiple of 16: the
  ;; last step may read bytes of the next vector, and multiplies them by zero.
  (func (export "multiply") (param $to i32) (param $from i32) (param $end i32) (param $dimensions i32)
    (local $at i32)
    (local $query i32)
    (local $sums v128)
    (loop $vectors
      (local.set $at (local.get $from))
      (local.set $from (i32.add (local.get $from) (local.get $dimensions)))
      (local.set $query (i32.const 0))
      (local.set $sums (v128.const i32x4 0 0 0 0))
      (loop $components
        (local.set $sums
          (i32x4.add
            (local.get $sums)
            (i32x4.add
              (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $at)) (v128.load (local.get $query)))
              (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $at)) (v128.load offset=16 (local.get $query))))))
        (local.set $query (i32.add (local.get $query) (i32.const 32)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $components (i32.lt_u (local.get $at) (local.get $from))))
      ;; Adds up the four lanes.
      (local.set $sums
        (i32x4.add
          (local.get $sums)
          (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $sums) (local.get $sums))))
      (i32.store (local.get $to)
        (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums))))
      (local.set $to (i32.add (local.get $to) (i32.const 4)))
      (br_if $vectors (i32.lt_u (local.get $from) (local.get $end))))))
