import type { FastifyRequest } from "fastify";
import type { CooperativeTask } from "../../catalog/execution/cooperative-task.js";
import { composeStack } from "../../images/compose-stack.js";
import { type ImageFormat, SIDES, toImageRequest } from "../../images/image-options.js";
import {
  MOST_STACKED,
  type Stack,
  type StackLayout,
  StackTooLargeError,
  sizeOfStack,
} from "../../images/stack-layout.js";
import type { Service } from "../api.js";
import { ApiError } from "../contract/error-codes.js";
import { IMAGE_REFUSALS, StackQuery } from "../contract/image-schemas.js";
import { READING } from "../contract/methods.js";
import { withRequest } from "../reference/example-requests.js";
import { refusals } from "../reference/responses.js";
import { checkRendering, type RenderRules } from "../requests/image-query.js";
import { stackedImages, tooLarge } from "../requests/stacked-images.js";
import { type ImageSender, sendAgain, sendImage } from "../responses/send-image.js";
import { createTaskScheduler } from "../transport/task-scheduler.js";

/** The formats of stacks, with their operations and media types. */
const FORMATS = {
  svg: { operationId: "getStackAsSvg", summary: "Get several icons as one SVG", type: "image/svg+xml" },
  png: { operationId: "getStackAsPng", summary: "Get several icons as one PNG", type: "image/png" },
} as const satisfies Partial<Record<ImageFormat, object>>;

const USUAL = { size: 48, gap: 8, perLine: 15, shape: "rounded" } as const satisfies StackLayout;

export const STACK_PATHS = Object.keys(FORMATS).map((format) => `/stack.${format}`);

const DESCRIPTION = `Returns several icons as one image, in lines, for READMEs and slides. \`ids\` has ids or names, such as \`js,html,css\`.

It doesn't count against the quota and needs no key, unless the server requires one for PNGs.`;

interface StackOptions extends Service, RenderRules, ImageSender {}

/** GET /stack.svg?ids= and /stack.png?ids=: several icons as one image. */
export function routeStacks({ app, catalog, ...sender }: StackOptions): void {
  // Composing one takes as long as a hundred other requests.
  const tasks = createTaskScheduler();
  for (const format of ["svg", "png"] as const) {
    const { type, ...about } = FORMATS[format];
    app.route({
      method: READING,
      url: `/stack.${format}`,
      onRequest(request: FastifyRequest, reply, done) {
        if (format !== "svg") checkRendering(request, sender);
        if (!sendAgain(sender, request, reply, catalog().generation)) done();
      },
      schema: {
        ...about,
        description: withRequest(DESCRIPTION, `/stack.${format}?ids=js,html,css`, `--output stack.${format} `),
        tags: ["service"],
        security: [],
        querystring: StackQuery,
        response: {
          200: { description: "The image.", content: { [type]: { schema: {} } } },
          ...refusals(...IMAGE_REFUSALS, "missing_parameter", "query_too_expensive"),
        },
      },
      async handler(request, reply) {
        const { ids = [], size = USUAL.size, gap = USUAL.gap, "per-line": perLine = USUAL.perLine } = request.query;
        if (ids.length === 0)
          throw new ApiError("missing_parameter", "give ids, such as ids=js,html,css", { param: "ids" });
        if (ids.length > MOST_STACKED)
          throw new ApiError("invalid_parameter", `ids has ${ids.length} icons; ${MOST_STACKED} are allowed`, {
            param: "ids",
          });
        const layout = { size, gap, perLine, shape: request.query.shape ?? USUAL.shape };
        const { width, height } = sizeOfStack(ids.length, layout);
        if (format !== "svg" && Math.max(width, height) > SIDES.most)
          throw new ApiError(
            "invalid_parameter",
            `the image would have ${width} × ${height} pixels; the most are ${SIDES.most}: give fewer ids, or change size, gap or per-line`,
          );
        const { generation } = catalog();
        const stack = { items: stackedImages(catalog(), ids, request.query), layout };
        const item = format === "svg" ? await tasks.run(composed(stack), () => !request.raw.socket.destroyed) : stack;
        if (item === undefined) return reply.hijack();
        const which = JSON.stringify([ids, layout, request.query.theme]);
        const wanted = toImageRequest(format === "svg" ? { format } : { format, width, height });
        await sendImage(
          sender,
          request,
          reply,
          { generation, id: "stack", which, item },
          {
            request: wanted,
            version: request.query.v,
          },
        );
        return reply;
      },
    });
  }
}

/** A stack as a drawing. @throws ApiError image_too_expensive */
function* composed(stack: Stack): CooperativeTask<Buffer> {
  try {
    return yield* composeStack(stack);
  } catch (error) {
    throw error instanceof StackTooLargeError ? tooLarge(error) : error;
  }
}
