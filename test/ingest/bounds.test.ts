import { describe, expect, it } from 'vitest';
import { JSON_VALUES } from '../../server/limits/sizes.ts';
import { counts, sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { scan } from '../helpers/scans.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const ones = (count: number) => Array.from({ length: count }, () => 1);

describe('an ingest body', () => {
  it('holds at most 500,000 values, whatever their nesting', async () => {
    const { send, sendLines, post } = await sender(portal);
    const wide = { ...record('review', {}, 'wide'), extra: ones(JSON_VALUES.ingest) };
    const nested = { ...record('review', {}, 'nested'), extra: ones(JSON_VALUES.ingest / 3).map(() => [[{}]]) };

    const refused = [
      await send([wide]),
      await sendLines(JSON.stringify(nested)),
      await post('/trpc/ingest.records', { records: [wide] }),
    ];

    expect(refused.map(outcome)).toEqual(refused.map(() => '400 INVALID_JSON'));
    expect(refused[0]?.json().error).toBe('The body holds more than 500,000 values.');
  });

  it('holds at most 1,000 fields in an object, and any number in all', async () => {
    const { send, sendLines, post } = await sender(portal);
    const fields = (count: number) => Object.fromEntries(ones(count).map((_, n) => [`f${n}`, { a: 1 }]));
    const wide = { ...record('review', {}, 'wide'), extra: fields(1001) };
    const several = ones(5).map((_, n) => ({ ...record('review', {}, `r${n}`), extra: fields(1000) }));

    const refused = [
      await send([wide]),
      await sendLines(JSON.stringify(wide)),
      await post('/api/ingest/scans', { ...scan(), extra: fields(1001) }),
      await post('/trpc/ingest.records', { records: [wide] }),
    ];

    expect(refused.map(outcome)).toEqual(refused.map(() => '400 INVALID_JSON'));
    expect(refused[0]?.json().error).toBe('An object of the body holds more than 1,000 fields.');
    expect(counts(await send(several))).toBe('5 accepted, 0 updated, 0 unchanged, 0 rejected');
  });
});
