import type { ServerResponse } from "node:http";
import { announce } from "./paced-response.js";

/** An answer that is ready to be written. */
interface ReadyAnswer {
  readonly response: ServerResponse;
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: string[];
  /** Latin-1, a character a byte. */
  readonly body: string;
}

/**
 * Writes answers when all requests that have arrived are worked off, instead of one by one: the writes then follow each other
 * closely, and a client that waits for them is woken once, which costs more than an answer does. Nothing waits for a
 * clock: the answers go out in the same turn of the event loop.
 */
export function createAnswerBatch(): (answer: ReadyAnswer) => void {
  let ready: ReadyAnswer[] = [];
  const write = (): void => {
    const batch = ready;
    ready = [];
    for (const { response, status, headers, body } of batch) response.writeHead(status, headers).end(body, "latin1");
  };
  return (answer) => {
    announce(answer.response, answer.body.length);
    if (ready.push(answer) === 1) setImmediate(write);
  };
}
