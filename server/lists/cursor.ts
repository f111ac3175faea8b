import { z } from 'zod';
import { storable } from '../../flow/json.ts';
import { PortalError } from '../errors.ts';

// A cursor is the list's name and the sort key of the last row of a page, as base64url of JSON. It holds nothing that
// the page did not show, and only adds a condition to a query that already names the caller's client.

/** The longest cursor: two labels of 200 characters, each six bytes of JSON, fit. */
const CURSOR_LENGTH = 4096;

const BASE64URL = /^[\w-]+$/;

type Value = string | number | boolean;

/** The sort key of a row, in the order of the list. */
export type SortKey = readonly Value[];

/** A type of sort keys: the values allowed in a cursor, and their SQL type. */
export interface KeyType {
  shape: z.ZodType<Value>;
  cast: string;
}

// PostgreSQL refuses the year 0, which JavaScript accepts.
const inYears = (text: string) => text >= '1000';

export const KEY = {
  id: { shape: z.uuid(), cast: 'uuid' },
  moment: { shape: z.iso.datetime({ precision: 3 }).refine(inYears), cast: 'timestamptz' },
  /** A day; `infinity` stands for none, after all others. */
  day: { shape: z.union([z.iso.date().refine(inYears), z.literal('infinity')]), cast: 'date' },
  text: { shape: z.string().refine(storable), cast: 'text' },
  integer: { shape: z.int32(), cast: 'int' },
  position: { shape: z.int(), cast: 'bigint' },
  number: { shape: z.number(), cast: 'float8' },
  flag: { shape: z.boolean(), cast: 'boolean' },
} as const satisfies Record<string, KeyType>;

/** The values of a database enumeration, in its order. */
export const oneOf = ({ enumName, enumValues }: { enumName: string; enumValues: [string, ...string[]] }): KeyType => ({
  shape: z.enum(enumValues),
  cast: enumName,
});

/** The parameter of every list: where its next page begins. */
export const After = z
  .string()
  .meta({
    description:
      'Cursor from the `Link` header of the previous page: only items after that page are returned. A cursor of another list is refused.',
    example: 'WyJwYWdlcyIsIjIwMjYtMDItMTZUMDk6MzA6MDAuMDAwWiIsIjAxOWM2NWE0LTZmM2UtN2QyMS05YjU0LTJmOGMxZTdhNGQ5MCJd',
    maxLength: CURSOR_LENGTH,
  })
  .optional();

function parsed(cursor: string): unknown {
  if (cursor.length > CURSOR_LENGTH || !BASE64URL.test(cursor)) return undefined;
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Writes and reads the cursors of one list, by the types of its sort key. */
export function cursorsOf(list: string, types: readonly KeyType[]) {
  const [first, ...rest] = types.map(({ shape }) => shape);
  const shape = z.tuple(first ? [z.literal(list), first, ...rest] : [z.literal(list)]);
  return {
    write: (key: SortKey) => Buffer.from(JSON.stringify([list, ...key])).toString('base64url'),
    /** The sort key to continue after; undefined on the first page. @throws INVALID_CURSOR */
    read(cursor: string | undefined): SortKey | undefined {
      if (cursor === undefined) return undefined;
      const { data } = shape.safeParse(parsed(cursor));
      if (!data) throw new PortalError('INVALID_CURSOR');
      return data.slice(1);
    },
  };
}
