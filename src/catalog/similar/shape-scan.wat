;; Looks for near shapes in a window that the caller fills: the query's 64 bytes at address 0, then descriptors of 64
;; bytes each (see nearest-shapes.ts). `npm run assemble` turns this into shape-scan-code.ts.
(module
  ;; 192 KiB, of which the window takes 128 KiB: small enough to stay in a core's cache.
  (memory (export "memory") 3)

  ;; The first index in [from, to) whose descriptor differs from the query in at most `bound` bits; `to` if none does.
  (func (export "next") (param $from i32) (param $to i32) (param $bound i32) (result i32)
    (local $a i64) (local $b i64) (local $c i64) (local $d i64)
    (local $e i64) (local $f i64) (local $g i64) (local $h i64)
    (local $at i32) (local $end i32) (local $most i64) (local $half i64)
    (local.set $a (i64.load (i32.const 0)))
    (local.set $b (i64.load (i32.const 8)))
    (local.set $c (i64.load (i32.const 16)))
    (local.set $d (i64.load (i32.const 24)))
    (local.set $e (i64.load (i32.const 32)))
    (local.set $f (i64.load (i32.const 40)))
    (local.set $g (i64.load (i32.const 48)))
    (local.set $h (i64.load (i32.const 56)))
    (local.set $most (i64.extend_i32_s (local.get $bound)))
    (local.set $at (i32.shl (i32.add (local.get $from) (i32.const 1)) (i32.const 6)))
    (local.set $end (i32.shl (i32.add (local.get $to) (i32.const 1)) (i32.const 6)))
    (block $found
      (loop $each
        (br_if $found (i32.ge_u (local.get $at) (local.get $end)))
        ;; The middle rows of cells differ most, so they rule out most descriptors.
        (local.set $half
          (i64.add
            (i64.add
              (i64.popcnt (i64.xor (i64.load offset=16 (local.get $at)) (local.get $c)))
              (i64.popcnt (i64.xor (i64.load offset=24 (local.get $at)) (local.get $d))))
            (i64.add
              (i64.popcnt (i64.xor (i64.load offset=32 (local.get $at)) (local.get $e)))
              (i64.popcnt (i64.xor (i64.load offset=40 (local.get $at)) (local.get $f))))))
        (if (i64.le_s (local.get $half) (local.get $most))
          (then
            (br_if $found (i64.le_s
              (i64.add
                (local.get $half)
                (i64.add
                  (i64.add
                    (i64.popcnt (i64.xor (i64.load (local.get $at)) (local.get $a)))
                    (i64.popcnt (i64.xor (i64.load offset=8 (local.get $at)) (local.get $b))))
                  (i64.add
                    (i64.popcnt (i64.xor (i64.load offset=48 (local.get $at)) (local.get $g)))
                    (i64.popcnt (i64.xor (i64.load offset=56 (local.get $at)) (local.get $h))))))
              (local.get $most)))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $each)))
    (i32.sub (i32.shr_u (local.get $at) (i32.const 6)) (i32.const 1))))
