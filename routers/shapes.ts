import { z } from 'zod';

/** `{ok: true}`, and nothing more to say. */
export const Ok = z.object({ ok: z.literal(true) });

/** `{ok: true, data}`: how everything answers that the specification gives no shape of its own. */
export const Data = <Schema extends z.ZodType>(data: Schema) => z.object({ ok: z.literal(true), data });

/** A moment on the wire: ISO 8601, UTC, milliseconds. */
export const Timestamp = z
  .date()
  .transform((date) => date.toISOString())
  .pipe(z.iso.datetime({ precision: 3 }).meta({ example: '2026-02-16T09:30:00.000Z' }));

// Earlier years are typing errors, and two-digit ones would come back as others.
const FIRST = Date.parse('1900-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

const YEARS = { error: 'must lie in the years 1900 to 9999', abort: true };

/** A moment as it is sent: ISO 8601 with an offset, in the years 1900 to 9999. */
export const Moment = z.iso
  .datetime({ offset: true, abort: true })
  .refine((text) => Date.parse(text) >= FIRST && Date.parse(text) <= LAST, YEARS);

/** A day as it is sent: `YYYY-MM-DD`, in the years 1900 to 9999. */
export const Day = z.iso.date({ abort: true }).refine((text) => text >= '1900', YEARS);

/** A period as it is asked for: routers/days.ts says what is meant without it. */
export const Between = z.object({ from: Day.optional(), to: Day.optional() });

/** The days that an answer is about, the last one included. */
export const Period = z.object({ from: z.iso.date(), to: z.iso.date() });

/** For `.refine`: text of at most so many characters, counted as people count them. */
export const upTo = (most: number) =>
  [
    (text: string) => text.length <= most || (text.length <= 2 * most && [...text].length <= most),
    `must have at most ${most} characters`,
  ] as const;

/** The id that nobody has. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** An id in a path. One that is malformed is one that nobody has: it finds nothing, as a foreign one does. */
export const Id = z
  .string()
  .overwrite((text) => (z.uuid().safeParse(text).success ? text : NOBODY))
  .meta({ format: 'uuid' });

export const ById = z.object({ id: Id });

/** A part of a longer list: at most 200 items, 50 unless said. */
export const Part = z.object({
  limit: z.number().int().min(1).max(200).default(50),
  offset: z.number().int().min(0).max(1_000_000_000).default(0),
});

/** The input of a mutation that needs none; a body, where one is sent, must still be a JSON object. */
export const Nothing = z.object({}).optional();

/**
 * For answers that come out of the cache as one and the same object: each is checked and shaped once, and frozen,
 * however often it is sent.
 */
export function parsedOnce<Schema extends z.ZodType>(schema: Schema): Schema {
  const parsed = new WeakMap<object, Promise<unknown>>();
  const parseAsync = (answer: object) => {
    const known = parsed.get(answer) ?? schema.parseAsync(answer).then(Object.freeze);
    parsed.set(answer, known);
    return known;
  };
  return Object.create(schema, { parseAsync: { value: parseAsync } });
}
