import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { makePage } from '../helpers/content.ts';
import { counts, type Receipt, sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const portal = portalForThisFile();

const REASON = 'data.pageId: must be the id of a page of the organization';

it('rejects the performance of a page that the organization does not have, with the reason', async () => {
  const { send, person, rows, version } = await sender(portal);
  const { id: own } = await makePage(person);
  const { id: foreign } = await makePage(await portal.register());
  const before = await version();
  const of = (pageId: string, externalId: string) => record('page_performance', { pageId }, externalId);

  const dryRun = await send([of(own, 'a'), of(foreign, 'b')], '?dryRun=true');
  const mixed = await send([of(foreign, 'a'), of(own, 'b'), of(randomUUID(), 'c'), of(own.toUpperCase(), 'd')]);
  const after = await version();
  const refused = await send([of(foreign, 'b')]);

  expect(counts(dryRun)).toBe('1 accepted, 0 updated, 0 unchanged, 1 rejected');
  expect(counts(mixed)).toBe('2 accepted, 0 updated, 0 unchanged, 2 rejected');
  expect(mixed.json<Receipt>().rejected).toEqual([
    { index: 0, externalId: 'a', error: REASON },
    { index: 2, externalId: 'c', error: REASON },
  ]);
  expect(counts(refused)).toBe('0 accepted, 0 updated, 0 unchanged, 1 rejected');
  expect((await rows('page_performance')).map(({ external_id, page_id }) => [external_id, page_id])).toEqual([
    ['b', own],
    ['d', own],
  ]);
  expect([after, await version()]).toEqual([before + 1, after]);
});
