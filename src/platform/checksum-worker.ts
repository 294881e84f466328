/** The thread of `fileChecksums`: reads the files in its `workerData`, sends one message and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { type ChecksumRequest, checksumsOf } from "./file-checksums.js";

parentPort!.postMessage(checksumsOf(workerData as readonly ChecksumRequest[]));
