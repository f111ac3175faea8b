/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  minimum?: number;
  maximum?: number;
  required?: string[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
}

export type NamedSchemas = Record<string, JsonSchema>;

/** Follows a reference to a component. */
export function resolve(schema: JsonSchema, named: NamedSchemas): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name ? (named[name] ?? {}) : schema;
}

/** Whether a schema accepts null only. */
export const isNull = ({ type }: JsonSchema) => type === 'null';
