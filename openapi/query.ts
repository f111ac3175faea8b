import { z } from 'zod';

const DIGITS = /^\d{1,15}$/;

/** What a schema is, without the wrappers that say when it may be missing. */
function core(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
    ? core(schema.unwrap())
    : schema;
}

const shapeOf = (schema: unknown) => {
  const object = core(schema);
  return object instanceof z.ZodObject ? (object.shape as Record<string, unknown>) : {};
};

/**
 * Query strings hold text; a procedure's schema holds numbers. Plain decimal digits become a number where the schema
 * wants one. Whatever else was sent stays as it is, for the schema to refuse: `0x10`, `1e1`, a repeated key.
 */
export function readQuery(schema: unknown, query: object): Record<string, unknown> {
  const shape = shapeOf(schema);
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => {
      const wantsNumber = key in shape && core(shape[key]) instanceof z.ZodNumber;
      return [key, wantsNumber && typeof value === 'string' && DIGITS.test(value) ? Number(value) : value];
    }),
  );
}
