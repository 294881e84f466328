const text = {
  type: "object",
  required: ["text"],
  additionalProperties: false,
  properties: { text: { type: "string", minLength: 1 } },
};
const level = { enum: ["none", "note", "warning", "error"] };
const positive = { type: "integer", minimum: 1 };

const rule = {
  type: "object",
  required: ["id"],
  additionalProperties: false,
  properties: {
    id: { type: "string" },
    shortDescription: text,
    help: text,
    defaultConfiguration: {
      type: "object",
      additionalProperties: false,
      properties: { enabled: { type: "boolean" }, level },
    },
  },
};

const location = {
  type: "object",
  additionalProperties: false,
  properties: {
    physicalLocation: {
      type: "object",
      required: ["artifactLocation"],
      additionalProperties: false,
      properties: {
        artifactLocation: {
          type: "object",
          additionalProperties: false,
          properties: { uri: { type: "string", format: "uri-reference" } },
        },
        region: {
          type: "object",
          required: ["startLine"],
          additionalProperties: false,
          properties: { startLine: positive, startColumn: positive },
        },
      },
    },
    logicalLocations: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        properties: { fullyQualifiedName: { type: "string" }, kind: { type: "string" } },
      },
    },
  },
};

const result = {
  type: "object",
  required: ["message"],
  additionalProperties: false,
  properties: {
    ruleId: { type: "string" },
    ruleIndex: { type: "integer", minimum: 0 },
    level,
    message: text,
    locations: { type: "array", items: location },
    partialFingerprints: { type: "object", additionalProperties: { type: "string" } },
  },
};

/**
 * The used parts of the SARIF 2.1.0 schema, as in its text (sections 3.13 to 3.33 and 3.49 to 3.51); other properties
 * are not allowed.
 */
export const SARIF_SCHEMA = {
  type: "object",
  required: ["version", "runs"],
  additionalProperties: false,
  properties: {
    $schema: { type: "string", format: "uri" },
    version: { const: "2.1.0" },
    runs: {
      type: "array",
      items: {
        type: "object",
        required: ["tool"],
        additionalProperties: false,
        properties: {
          tool: {
            type: "object",
            required: ["driver"],
            additionalProperties: false,
            properties: {
              driver: {
                type: "object",
                required: ["name"],
                additionalProperties: false,
                properties: {
                  name: { type: "string" },
                  version: { type: "string" },
                  rules: { type: "array", items: rule, uniqueItems: true },
                },
              },
            },
          },
          columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
          results: { type: "array", items: result },
        },
      },
    },
  },
};
