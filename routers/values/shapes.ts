import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { After } from '../../server/lists/cursor.ts';

/** The `ok` of every successful response. */
export const Success = z.literal(true).describe('Always true.');

/** `{ok: true}`: the response of a mutation without a result. */
export const Ok = z.object({ ok: Success });

/** `{ok: true, data}`: the usual envelope of a response. */
export const Data = <Schema extends z.ZodType>(data: Schema) =>
  z.object({ ok: Success, data: data.meta()?.description ? data : data.describe('The result.') });

/** A timestamp in responses: ISO 8601, UTC, milliseconds. The format is certain, and so is not checked again. */
export const Timestamp = z
  .date()
  .transform((date) => date.toISOString())
  .pipe(
    z.string().meta({
      format: 'date-time',
      description: 'Timestamp in UTC, ISO 8601.',
      example: '2026-02-16T09:30:00.000Z',
    }),
  );

/** A JSON object of any shape in responses. Its members are not checked: they were read from JSON. */
export const JsonObject = z
  .custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
  .meta({ override: { type: 'object', additionalProperties: true } });

// Earlier years are typing errors; JavaScript reads two-digit years as other years.
const FIRST = Date.parse('1900-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

const YEARS = { error: 'must be between the years 1900 and 9999', abort: true };

/** A timestamp in requests: ISO 8601 with an offset, in the years 1900 to 9999. */
export const Moment = z.iso
  .datetime({ offset: true, abort: true })
  .refine((text) => Date.parse(text) >= FIRST && Date.parse(text) <= LAST, YEARS)
  .meta({ description: 'Timestamp with an offset, ISO 8601.', example: '2026-02-16T09:30:00Z' });

/** A day in requests: `YYYY-MM-DD`, in the years 1900 to 9999. */
export const Day = z.iso
  .date({ abort: true })
  .refine((text) => text >= '1900', YEARS)
  .meta({ description: 'Day, YYYY-MM-DD.', example: '2026-02-16' });

/** The requested period; routers/values/days.ts has the defaults. */
export const Between = z.object({
  from: Day.meta({
    description: 'First day of the period; 30 days up to `to` by default, at most 366.',
    example: '2026-01-18',
  }).optional(),
  to: Day.meta({
    description: 'Last day of the period, in the organization’s time zone; yesterday by default.',
    example: '2026-02-16',
  }).optional(),
});

/** The days that a response covers, both ends included. */
export const Period = z
  .object({
    from: z.iso.date().meta({ description: 'First day of the period.', example: '2026-01-18' }),
    to: z.iso.date().meta({ description: 'Last day of the period, included.', example: '2026-02-16' }),
  })
  .describe('The period of the figures, in the organization’s time zone.');

/** Arguments for `.refine`: at most `most` characters, counted by code point. */
export const upTo = (most: number) =>
  [
    (text: string) => text.length <= most || (text.length <= 2 * most && [...text].length <= most),
    `must have at most ${most} characters`,
  ] as const;

const ONE_LINE = /^[^\p{Cc}\u2028\u2029]*$/u;

/** Embeddings, overrides and isolates change the order in which the characters around them are shown. */
export const IN_ORDER = [
  /^[^\u202A-\u202E\u2066-\u2069]*$/u,
  'must not contain characters that reorder others',
] as const;

/** One line of text that somebody types. */
export const singleLine = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .refine(...upTo(most))
    .regex(ONE_LINE, 'must be one line without control characters');

/** An id in responses. */
export const Uuid = z.uuid().meta({ example: '019c65a4-6f3e-7d21-9b54-2f8c1e7a4d90' });

/** The nil UUID, which no row has. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** An id in a path. A malformed id becomes the nil UUID: it is not found, like the id of another client. */
export const Id = z
  .string()
  .overwrite((text) => (z.uuid().safeParse(text).success ? text : NOBODY))
  .meta({ format: 'uuid', description: 'Id of the resource.', example: '019c65a4-6f3e-7d21-9b54-2f8c1e7a4d90' });

export const ById = z.object({ id: Id });

/** The input of a partial update: the id and at least one of the fields. */
export const atLeastOneOf = <Shape extends z.ZodRawShape>(fields: Shape) => {
  const names = Object.keys(fields);
  const sentence = `send at least one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return ById.extend(z.object(fields).partial().shape).refine(
    (edit) => names.some((name) => (edit as Record<string, unknown>)[name] !== undefined),
    sentence,
  );
};

/** The parameters of every list. */
export const paging = (usual: number, atMost: number) => ({
  limit: z.number().int().min(1).max(atMost).default(usual).describe('Maximum number of items to return.'),
  after: After,
});

/** The input of a list without other parameters, which callers may leave out. */
export const Paging = (usual: number, atMost: number) => z.object(paging(usual, atMost)).default({ limit: usual });

/** Pagination of a list that also skips: at most 200 items, 50 by default. */
export const Part = z.object({
  ...paging(50, 200),
  offset: z.number().int().min(0).max(1_000_000_000).default(0).describe('Number of items to skip.'),
});

/**
 * Whether an input asks for nothing in particular. Only such answers stay in the cache: of periods, limits and offsets
 * there are more than fit.
 */
export const isDefault = (schema: z.ZodObject, input: object) => isDeepStrictEqual(input, schema.parse({}));

/** The input of a mutation without parameters; a body, if sent, must be a JSON object. */
export const Nothing = z.object({}).optional();

/**
 * A schema for cached responses: each response object is parsed once and frozen, however often it is sent.
 */
export function parsedOnce<Schema extends z.ZodType>(schema: Schema): Schema {
  const parsed = new WeakMap<object, unknown>();
  const parse = (answer: object) => {
    const known = parsed.get(answer) ?? Object.freeze(schema.parse(answer));
    parsed.set(answer, known);
    return known;
  };
  // tRPC has used either, depending on its version.
  return Object.create(schema, {
    parse: { value: parse },
    parseAsync: { value: async (answer: object) => parse(answer) },
  });
}
