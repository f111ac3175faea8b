import { expect, it } from 'vitest';
import { notices } from '../../db/schema/index.ts';
import { clientDb } from '../helpers/client-db.ts';
import { registerVerified, toldTo } from '../helpers/notices.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

/** A person whose organization's score has fallen. */
async function withDrop() {
  const person = await registerVerified(portal);
  const pipeline = await person.pipeline();
  for (const [month, dynamicScore] of [70, 50].entries()) {
    const completedAt = new Date(Date.UTC(2026, month)).toISOString();
    await pipeline.post(
      '/api/ingest/scans',
      scan({ completedAt, overall: { rawScore: 60, dynamicScore, confidence: 0.8 } }),
    );
  }
  return person;
}

it('a notice that a process has claimed is told by another when the claim has ended, once', async () => {
  const person = await withDrop();
  const claim = (claimedUntil: Date) => clientDb(portal, person.orgId).update(notices).set({ claimedUntil });

  await claim(new Date(Date.now() + 60_000));
  const meanwhile = await toldTo(portal, person);
  await claim(new Date(Date.now() - 1000));
  const afterwards = await toldTo(portal, person);
  await toldTo(portal, person);

  expect(meanwhile).toEqual([]);
  expect(afterwards.map(({ subject }) => subject)).toEqual(['Your visibility score has fallen']);
  expect(await toldTo(portal, person)).toHaveLength(1);
});

it('a notice whose mails were queued before the process died is not told twice', async () => {
  const person = await withDrop();
  await toldTo(portal, person);

  await clientDb(portal, person.orgId).update(notices).set({ toldAt: null, claimedUntil: new Date() });

  expect(await toldTo(portal, person)).toHaveLength(1);
});
