import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { counts, sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { type RecordName, record } from '../helpers/records.ts';

const portal = portalForThisFile();

interface Sent {
  type: 'traffic_hourly' | 'review';
  name: string;
  /** Below 1 it is refused. */
  value: number;
}

const batches = fc.array(
  fc.record({
    dryRun: fc.boolean(),
    lines: fc.boolean(),
    rows: fc.array(
      fc.record<Sent>({
        type: fc.constantFrom('traffic_hourly', 'review'),
        name: fc.constantFrom('a', 'b', 'c', 'ä', 'B'),
        value: fc.integer({ min: 0, max: 3 }),
      }),
      { maxLength: 12 },
    ),
  }),
  { minLength: 1, maxLength: 6 },
);

/** The expected receipt of a batch: as if the store were a map and the rows were sent one by one. */
function expected(store: Map<string, number>, rows: Sent[]) {
  const receipt = { accepted: 0, updated: 0, unchanged: 0, rejected: 0 };
  for (const { type, name, value } of rows) {
    const key = `${type} ${name}`;
    const known = store.get(key);
    if (value < 1) receipt.rejected++;
    else if (known === undefined) receipt.accepted++;
    else if (known === value) receipt.unchanged++;
    else receipt.updated++;
    if (value >= 1) store.set(key, value);
  }
  const { accepted, updated, unchanged, rejected } = receipt;
  return `${accepted} accepted, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected`;
}

const wire = ({ type, name, value }: Sent) =>
  record(type as RecordName, type === 'review' ? { rating: value } : { sessions: value || -1 }, name);

describe('Any sequence of batches', () => {
  it('gives the state and the receipts of a simple map', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (sequence) => {
        const { send, sendLines, rows } = await sender(portal);
        let store = new Map<string, number>();

        for (const { dryRun, lines, rows: sent } of sequence) {
          const after = new Map(store);
          const records = sent.map(wire);
          const query = dryRun ? '?dryRun=1' : '';
          const text = records.map((one) => JSON.stringify(one)).join('\n');
          const response = await (lines ? sendLines(text, query) : send(records, query));
          expect(counts(response)).toBe(expected(after, sent));
          if (!dryRun) store = after;
        }

        const hours = (await rows('traffic_hourly')).map((row) => [`traffic_hourly ${row.external_id}`, row.sessions]);
        const reviews = (await rows('reviews')).map((row) => [`review ${row.external_id}`, row.rating]);
        expect(new Map([...hours, ...reviews] as [string, number][])).toEqual(store);
      }),
      { numRuns: 25 },
    );
  });
});
