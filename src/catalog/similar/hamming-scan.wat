;; Looks for near hashes in a window that the caller fills: 64-bit hashes from address 0, then a bit for each that is set
;; where there is a hash (see scan-window.ts). `npm run assemble` turns this into hamming-scan-code.ts.
(module
  ;; 128 KiB, of which the window takes 65 KiB: small enough to stay in a core's cache.
  (memory (export "memory") 2)

  ;; The first index in [from, to) whose hash is there and differs from the asked one in at most `bound` bits; `to` if none does.
  (func (export "next")
    (param $from i32) (param $to i32) (param $low i32) (param $high i32) (param $bound i32) (param $presence i32)
    (result i32)
    (local $asked i64) (local $most i64) (local $at i32) (local $end i32)
    (local.set $asked
      (i64.or
        (i64.extend_i32_u (local.get $low))
        (i64.shl (i64.extend_i32_u (local.get $high)) (i64.const 32))))
    (local.set $most (i64.extend_i32_s (local.get $bound)))
    (local.set $at (i32.shl (local.get $from) (i32.const 3)))
    (local.set $end (i32.shl (local.get $to) (i32.const 3)))
    (block $found
      (loop $each
        ;; Four at a time until one of them is near: that one is met again below.
        (block $near
          (loop $four
            (br_if $near (i32.gt_u (i32.add (local.get $at) (i32.const 32)) (local.get $end)))
            (br_if $near (i64.le_s
              (i64.popcnt (i64.xor (i64.load (local.get $at)) (local.get $asked))) (local.get $most)))
            (br_if $near (i64.le_s
              (i64.popcnt (i64.xor (i64.load offset=8 (local.get $at)) (local.get $asked))) (local.get $most)))
            (br_if $near (i64.le_s
              (i64.popcnt (i64.xor (i64.load offset=16 (local.get $at)) (local.get $asked))) (local.get $most)))
            (br_if $near (i64.le_s
              (i64.popcnt (i64.xor (i64.load offset=24 (local.get $at)) (local.get $asked))) (local.get $most)))
            (local.set $at (i32.add (local.get $at) (i32.const 32)))
            (br $four)))
        (br_if $found (i32.ge_u (local.get $at) (local.get $end)))
        (if (i64.le_s (i64.popcnt (i64.xor (i64.load (local.get $at)) (local.get $asked))) (local.get $most))
          (then
            ;; presence[index / 8] >> (index % 8) & 1
            (br_if $found
              (i32.and
                (i32.shr_u
                  (i32.load8_u (i32.add (local.get $presence) (i32.shr_u (local.get $at) (i32.const 6))))
                  (i32.and (i32.shr_u (local.get $at) (i32.const 3)) (i32.const 7)))
                (i32.const 1)))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $each)))
    (i32.shr_u (local.get $at) (i32.const 3))))
