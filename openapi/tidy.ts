import { isNull, type JsonSchema } from './json-schema.ts';

const SCALAR = ['string', 'number', 'integer', 'boolean'];

/** A nullable scalar as `type: [string, 'null']` instead of two variants. */
function mergeNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...outer } = schema;
  const [inner, second, ...more] = anyOf ?? [];
  const isNullable = inner && second && isNull(second) && more.length === 0;
  if (!isNullable || typeof inner.type !== 'string' || !SCALAR.includes(inner.type) || 'const' in inner) return schema;
  return {
    ...inner,
    ...outer,
    type: [inner.type, 'null'],
    ...(inner.enum && { enum: [...inner.enum, null] }),
  };
}

interface Described extends JsonSchema {
  schema?: JsonSchema;
}

/** For JSON.parse: drops from a generated schema what repeats something else, or means nothing. */
export function tidy(_key: string, value: Described | null) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  // A format implies its long pattern.
  if (value.format) delete value.pattern;
  // Class escapes exist only in patterns with the flag u, which not every validator sets.
  if (value.pattern) value.pattern = value.pattern.replaceAll('\\p{Cc}', '\\u0000-\\u001f\\u007f-\\u009f');
  // The bounds of exact integers in JavaScript are no bounds of the field.
  if (value.minimum === Number.MIN_SAFE_INTEGER) delete value.minimum;
  if (value.maximum === Number.MAX_SAFE_INTEGER) delete value.maximum;
  // Parameters and headers carry the description of their schema.
  if (value.description && value.schema?.description === value.description) delete value.schema.description;
  return mergeNull(value);
}
