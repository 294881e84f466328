"""Prints, for each picture named on standard input, a line: its 64-bit perceptual hash, and a mask of the open bits.

The convention is the one that ImageHash documents for phash(hash_size=8, highfreq_factor=4): transparency laid on
white, grey by Pillow's "L", 32 x 32 by Pillow's Lanczos filter, an unscaled DCT-II down the columns and then along the
rows, and of the 8 x 8 lowest frequencies one bit each: set where the coefficient is above the median of them all.

A bit is open where the coefficient equals the median in exact arithmetic: rounding alone decides there what is above.

Needs Pillow and SciPy (Debian: python3-pil, python3-scipy).
"""

import sys

import numpy as np
from PIL import Image
from scipy.fftpack import dct

SIDE = 32
LOW = 8
ROUNDING = 1e-12


def grey(path):
    with Image.open(path) as picture:
        layer = picture.convert("RGBA")
    paper = Image.new("RGBA", layer.size, "white")
    return Image.alpha_composite(paper, layer).convert("L")


def number(bits):
    return int.from_bytes(np.packbits(bits.ravel()).tobytes(), "big")


def phash(path):
    small = grey(path).resize((SIDE, SIDE), Image.Resampling.LANCZOS)
    samples = np.asarray(small).astype(np.float64)
    corner = dct(dct(samples, type=2, axis=0), type=2, axis=1)[:LOW, :LOW]
    height = corner - np.median(corner)
    return number(height > 0), number(np.abs(height) <= ROUNDING * np.abs(corner).max())


for line in sys.stdin:
    print("%016x %016x" % phash(line.rstrip("\n")))
