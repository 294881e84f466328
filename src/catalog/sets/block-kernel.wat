;; Combines blocks of bitsets that the caller has copied into the memory (see block-kernel.ts), 16 bytes at a time. Addresses
;; and lengths are in bytes; a length is rounded up to 16. `npm run assemble` turns this into block-kernel-code.ts.
(module
  ;; Three blocks of 16 KiB, and behind them one of ordinals; rounding up stays within.
  (memory (export "memory") 1)

  ;; to &= from
  (func (export "and") (param $to i32) (param $from i32) (param $length i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $to) (local.get $length)))
    (loop $each
      (v128.store (local.get $to) (v128.and (v128.load (local.get $to)) (v128.load (local.get $from))))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (br_if $each (i32.lt_u (local.get $to) (local.get $end)))))

  ;; to |= from
  (func (export "or") (param $to i32) (param $from i32) (param $length i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $to) (local.get $length)))
    (loop $each
      (v128.store (local.get $to) (v128.or (v128.load (local.get $to)) (v128.load (local.get $from))))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (br_if $each (i32.lt_u (local.get $to) (local.get $end)))))

  ;; to &= ~from
  (func (export "andNot") (param $to i32) (param $from i32) (param $length i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $to) (local.get $length)))
    (loop $each
      (v128.store (local.get $to) (v128.andnot (v128.load (local.get $to)) (v128.load (local.get $from))))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (br_if $each (i32.lt_u (local.get $to) (local.get $end)))))

  ;; How many bits are set in `length` bytes, a multiple of 4, not rounded up.
  (func (export "count") (param $from i32) (param $length i32) (result i32)
    (local $end i32)
    (local $sum i64)
    (local.set $end (i32.add (local.get $from) (local.get $length)))
    (block $done
      (loop $each
        (br_if $done (i32.gt_u (i32.add (local.get $from) (i32.const 8)) (local.get $end)))
        (local.set $sum (i64.add (local.get $sum) (i64.popcnt (i64.load (local.get $from)))))
        (local.set $from (i32.add (local.get $from) (i32.const 8)))
        (br $each)))
    (if (i32.lt_u (local.get $from) (local.get $end))
      (then (local.set $sum (i64.add (local.get $sum) (i64.popcnt (i64.load32_u (local.get $from)))))))
    (i32.wrap_i64 (local.get $sum)))

  ;; Sets the bits of `length` bytes of ordinals in the block at `to`, whose first bit is that of ordinal `base`. An ordinal of a damaged list
  ;; that lies outside the block sets some bit inside it, by its last 17 bits.
  (func (export "scatter") (param $to i32) (param $from i32) (param $length i32) (param $base i32)
    (local $end i32)
    (local $bit i32)
    (local $word i32)
    (local.set $end (i32.add (local.get $from) (local.get $length)))
    (loop $each
      (local.set $bit (i32.and (i32.sub (i32.load (local.get $from)) (local.get $base)) (i32.const 0x1ffff)))
      (local.set $word (i32.add (local.get $to) (i32.shl (i32.shr_u (local.get $bit) (i32.const 5)) (i32.const 2))))
      (i32.store (local.get $word)
        (i32.or (i32.load (local.get $word)) (i32.shl (i32.const 1) (local.get $bit))))
      (local.set $from (i32.add (local.get $from) (i32.const 4)))
      (br_if $each (i32.lt_u (local.get $from) (local.get $end)))))

  ;; Lists the ordinals of the bits in `length` bytes, a multiple of 4, at `to`; the first bit is that of ordinal `base`.
  (func (export "list") (param $to i32) (param $from i32) (param $length i32) (param $base i32)
    (local $end i32)
    (local $word i32)
    (local.set $end (i32.add (local.get $from) (local.get $length)))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
        (local.set $word (i32.load (local.get $from)))
        (block $empty
          (loop $bits
            (br_if $empty (i32.eqz (local.get $word)))
            (i32.store (local.get $to) (i32.add (local.get $base) (i32.ctz (local.get $word))))
            (local.set $to (i32.add (local.get $to) (i32.const 4)))
            (local.set $word (i32.and (local.get $word) (i32.sub (local.get $word) (i32.const 1))))
            (br $bits)))
        (local.set $from (i32.add (local.get $from) (i32.const 4)))
        (local.set $base (i32.add (local.get $base) (i32.const 32)))
        (br $each)))))
