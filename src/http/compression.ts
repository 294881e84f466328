import { constants } from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from "fastify";
import { COMPRESSED_TYPES } from "./representation.js";

/** Below this, compressing costs more than it saves. */
export const COMPRESS_FROM_BYTES = 1024;

const BROTLI_QUALITY = 4;

type SettleVary = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Compresses what the routes that are added after this send, where the caller takes it.
 *
 * @param settleVary sets the Vary header last of all: the plugin adds Accept-Encoding in a spelling of its own
 */
export async function compressAnswers(app: FastifyInstance, settleVary: SettleVary): Promise<void> {
  await app.register(compress, {
    globalDecompression: false,
    threshold: COMPRESS_FROM_BYTES,
    customTypes: COMPRESSED_TYPES,
    encodings: ["br", "gzip"],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  const settle: onSendHookHandler = (request, reply, _payload, done) => {
    settleVary(request, reply);
    done();
  };
  // The plugin's hooks are those of each route, which run behind the app's.
  app.addHook("onRoute", (route) => {
    route.onSend = [route.onSend ?? [], settle].flat();
  });
}
