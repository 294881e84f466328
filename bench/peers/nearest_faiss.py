"""Times FAISS IndexBinaryFlat: python3 nearest_faiss.py HASHES.bin QUERIES.bin LIMIT RUNS [BYTES], JSON to standard output.

Both files hold 8 bytes a hash, or BYTES. One thread, one query at a time, timed around the search alone.
"""

import json
import sys
import time

import faiss
import numpy

hashes_file, queries_file, limit, runs = sys.argv[1:5]
width = int(sys.argv[5]) if len(sys.argv) > 5 else 8
faiss.omp_set_num_threads(1)
hashes = numpy.fromfile(hashes_file, dtype=numpy.uint8).reshape(-1, width)
queries = numpy.fromfile(queries_file, dtype=numpy.uint8).reshape(-1, width)
index = faiss.IndexBinaryFlat(8 * width)
index.add(hashes)

index.search(queries[:1], int(limit))
times = [[] for _ in queries]
distances = []
for run in range(int(runs)):
    for at in range(len(queries)):
        start = time.perf_counter()
        found, _ = index.search(queries[at : at + 1], int(limit))
        times[at].append((time.perf_counter() - start) * 1000)
        if run == 0:
            distances.append([int(distance) for distance in found[0]])
json.dump({"version": faiss.__version__, "times": times, "distances": distances}, sys.stdout)
