import { ingest } from '../content.ts';
import type { Person } from '../people.ts';
import type { Portal } from '../portal.ts';
import { record } from '../records.ts';
import { scan } from '../scans.ts';

/** A list of the API, and how to fill it. */
export interface ListOfTheApi {
  path: string;
  /** Stores `count` rows, numbered from `from`; called twice, the second time while the list is read. */
  fill: (portal: Portal, person: Person, count: number, from: number) => Promise<unknown>;
  /** The ids of the rows of a response. */
  idsOf: (body: never) => string[];
  /** The page or goal whose history is listed, if the list is part of one. */
  within?: (person: Person, portal: Portal) => Promise<string>;
  /** Who reads the list; the person by default. */
  reader?: (person: Person, portal: Portal) => Promise<Pick<Person, 'get'>>;
  /** The order of pages where it is not that of the rows: the next page has older rows. */
  backwards?: boolean;
}

export type Row = Record<string, unknown>;

export const numbers = (count: number, from: number) => Array.from({ length: count }, (_, n) => from + n);
export const by = (name: string) => (body: { data: Row[] }) => body.data.map((row) => String(row[name]));
export const bare = (name: string) => (body: Row[]) => body.map((row) => String(row[name]));
export const inside = (list: string, name: string) => (body: { data: Record<string, Row[]> }) =>
  (body.data[list] ?? []).map((row) => String(row[name]));
export const day = (n: number) => new Date(Date.now() - (n + 1) * 86_400_000).toISOString().slice(0, 10);
export const yesterday = () => day(0);
// Rows that are added later are stored between and around those that exist; several share a time.
export const minutesAgo = (n: number) => new Date(Date.now() - 3_600_000 - ((n * 7) % 5) * 60_000);

export const records =
  (type: Parameters<typeof record>[0], data: (n: number) => Row): ListOfTheApi['fill'] =>
  (_portal, person, count, from) =>
    ingest(
      person,
      numbers(count, from).map((n) => record(type, data(n))),
    );

export const scans =
  (parts: (all: number[]) => Row): ListOfTheApi['fill'] =>
  async (_portal, person, count, from) => {
    // A scan replaces the rows of the one before: it has them all.
    const pipeline = await person.pipeline();
    const facts = { completedAt: new Date(Date.now() + from).toISOString(), ...parts(numbers(from + count, 0)) };
    const { statusCode, body } = await pipeline.post('/api/ingest/scans', scan(facts));
    if (statusCode !== 201) throw new Error(`The scan was refused: ${body}`);
  };
