"""Prints the shape descriptor, 128 hex digits, of each image named on standard input: a file of 128 x 128 RGBA pixels.

Follows docs/analysis.md. Integers throughout, but for the square root. Prints a dash if the image shows no edges.
Needs NumPy (Debian: python3-numpy).
"""

import sys

import numpy as np

SIDE, SCALED, CELL, UNITS, MARGIN, STEP = 128, 64, 8, 800, 48, 14


def luma(color):
    return (77 * color[..., 0] + 150 * color[..., 1] + 29 * color[..., 2]) >> 8


def box(mask):
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    return columns[0], columns[-1], rows[0], rows[-1]


def ends(mask):
    """First and last marked column of each row, -1 if there are none."""
    some = mask.any(1)
    last = mask.shape[1] - 1 - mask[:, ::-1].argmax(1)
    return np.where(some, mask.argmax(1), -1), np.where(some, last, -1)


def find_sign(color, alpha):
    seen = alpha >= 128
    if not seen.any():
        return None
    left, right, top, bottom = box(seen)
    ground = 0 if luma(color)[seen].sum() > 215 * seen.sum() else 255
    whole = (left, right, top, bottom, ground)
    width, height = right - left + 1, bottom - top + 1
    (first, last), (up, down) = ends(seen), ends(seen.T)
    rows = np.flatnonzero(first >= 0)
    hull = (last[rows] - first[rows] + 1).sum()
    across = np.maximum(abs(2 * first[rows] - left - right), abs(2 * last[rows] - left - right))
    far = (across**2 + (2 * rows - top - bottom) ** 2).max()
    if 100 * seen.sum() < 93 * hull or 10 * hull < 6 * width * height or 100 * far < 121 * (max(width, height) - 1) ** 2:
        return whole
    columns = np.flatnonzero(up >= 0)
    rim = [(y, x) for y in rows for x in (min(right, first[y] + 2), max(left, last[y] - 2))]
    rim += [(y, x) for x in columns for y in (min(bottom, up[x] + 2), max(top, down[x] - 2))]
    bins = {}
    for y, x in rim:
        if seen[y, x]:
            bins.setdefault(tuple(color[y, x] >> 4), []).append(color[y, x])
    plate = max(bins.values(), key=len)
    if 2 * len(plate) <= len(rim):
        return whole
    plate = np.sum(plate, axis=0) // len(plate)
    far = (alpha * abs(color - plate).max(2) + (255 - alpha) * 255) // 255
    y, x = np.indices((SIDE, SIDE))
    inside = (x > first[y]) & (x < last[y]) & (y > up[x]) & (y < down[x])
    far = np.where(inside, far, 0)
    least = max(24, 35 * far.max() // 100)
    cells = (far >= least).reshape(64, 2, 64, 2).any((1, 3))
    y, x = 2 * np.indices((64, 64))
    edge = (first[y] < 0) | (up[x] < 0) | (x <= first[y] + 5) | (x >= last[y] - 6) | (y <= up[x] + 5) | (y >= down[x] - 6)
    touching = cells & edge
    while True:
        wide = np.pad(touching, 1)
        grown = cells & np.any([wide[j : j + 64, i : i + 64] for j in range(3) for i in range(3)], axis=0)
        if (grown == touching).all():
            break
        touching = grown
    if touching.sum() <= 2 * (cells & ~touching).sum():
        far = np.where(touching.repeat(2, 0).repeat(2, 1), 0, far)
    mark = far >= least
    if 100 * mark.sum() < width * height:
        return whole
    l, r, t, b = box(mark)
    if 5 * (max(r - l, b - t) + 1) < max(width, height):
        return whole
    return l, r, t, b, 0 if luma(plate) > 127 else 255


def average(lines, start, size, factor):
    """Averages the pixels of all columns, from row `start`, over 64 spans."""
    length = max(STEP * size, UNITS)
    out = []
    for at in range(SCALED):
        begin = UNITS * start - MARGIN * size + STEP * size * at - (length - STEP * size) // 2
        pixels = np.arange(begin // UNITS, -(-(begin + length) // UNITS))
        weights = np.minimum(begin + length, (pixels + 1) * UNITS) - np.maximum(begin, pixels * UNITS)
        out.append((weights @ lines[pixels.clip(0, SIDE - 1)]) * factor // length)
    return np.array(out)


def describe(data):
    color, alpha = data[..., :3], data[..., 3]
    sign = find_sign(color, alpha)
    if sign is None:
        return None
    left, right, top, bottom, ground = sign
    gray = (alpha * luma(color) + (255 - alpha) * ground) // 255
    image = average(average(gray.T, left, right - left + 1, 16).T, top, bottom - top + 1, 1)
    wide = np.pad(image, 1, mode="edge")
    across, down = wide[1:-1, 2:] - wide[1:-1, :-2], wide[2:, 1:-1] - wide[:-2, 1:-1]
    square = across**2 + down**2
    strength = np.floor(16 * np.sqrt(np.sqrt(square))).astype(int) * (square >= 128**2)
    cosine, sine = across**2 - down**2, 2 * across * down
    straight = 16 * abs(cosine) // np.maximum(1, abs(cosine) + abs(sine))
    shares = np.maximum(0, 16 - abs(2 * np.arange(SCALED)[:, None] + 1 - CELL - 16 * np.arange(8)))
    axis, diagonal = strength * straight, strength * (16 - straight)
    directions = [axis * (cosine > 0), diagonal * (sine > 0), axis * (cosine <= 0), diagonal * (sine <= 0)]
    sums = np.stack([shares.T @ edges @ shares for edges in directions], axis=2)
    order = np.sort(sums.ravel())
    bits = np.concatenate([sums > order[256 - 115], sums > order[256 - 51]], axis=2)
    return np.packbits(bits).tobytes().hex() if bits.any() else None


for line in sys.stdin:
    pixels = np.fromfile(line.rstrip("\n"), np.uint8).astype(int).reshape(SIDE, SIDE, 4)
    print(describe(pixels) or "-")
