import { z } from 'zod';

const DIGITS = /^\d{1,15}$/;
const FLAGS = new Map<unknown, boolean>([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** The inner type of a schema, without wrappers such as optional and default. */
function core(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
    ? core(schema.unwrap())
    : schema;
}

const shapeOf = (schema: unknown) => {
  const object = core(schema);
  if (object instanceof z.ZodPipe) return shapeOf(object.out);
  return object instanceof z.ZodObject ? (object.shape as Record<string, unknown>) : {};
};

/** Text as the number or flag that the schema wants, or as it is. */
function coerced(schema: unknown, value: unknown) {
  const wanted = core(schema);
  if (wanted instanceof z.ZodNumber && typeof value === 'string' && DIGITS.test(value)) return Number(value);
  return wanted instanceof z.ZodBoolean ? (FLAGS.get(value) ?? value) : value;
}

/**
 * Query strings hold text; a procedure's schema holds numbers and flags. Plain decimal digits become a number where the
 * schema wants one, 1, true, 0 and false a flag. Whatever else was sent stays as it is, for the schema to refuse:
 * `0x10`, `1e1`, a repeated key.
 */
export function readQuery(schema: unknown, query: object): Record<string, unknown> {
  const shape = shapeOf(schema);
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [key, coerced(shape[key], value)]));
}
