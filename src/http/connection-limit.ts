import type { Server } from "node:http";
import type { Socket } from "node:net";
import { ApiError } from "./api-error.js";
import type { RequestLog } from "./request-log.js";
import { writeRefusal } from "./socket-errors.js";

const RETRY_SECONDS = 2;

/**
 * Refuses connections beyond `max` with 503 before anything is read from them. Node's own limit resets them without a word, and with several
 * workers its supervisor offers such a connection to one after the other for as long as it waits, which takes half a core.
 *
 * @param createId gives the request id
 */
export function limitConnections(
  server: Server,
  max: number,
  createId: () => string,
  log: Pick<RequestLog, "unread">,
): void {
  let open = 0;
  const serve = server.listeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  server.on("connection", (socket) => {
    if (open >= max) return refuse(socket, createId(), log);
    open++;
    socket.once("close", () => open--);
    for (const listener of serve) listener.call(server, socket);
  });
}

function refuse(socket: Socket, id: string, log: Pick<RequestLog, "unread">): void {
  const refusal = new ApiError("unavailable", "too many connections are open; try again in a moment", {
    headers: { "retry-after": String(RETRY_SECONDS) },
  });
  writeRefusal(socket, refusal, id, log);
}
