import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { clientFacts, scoreRuns } from '../../db/schema/index.ts';
import { clientDb } from '../helpers/client-db.ts';
import { onServer } from '../helpers/database.ts';
import { untilOneWaits } from '../helpers/lock-waits.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

it.skipIf(!onServer())('of two scans that are stored at once the later one counts', async () => {
  const person = await portal.register();
  const pipeline = await person.pipeline();
  for (const [externalId, completedAt] of [
    ['february', '2026-02-01T00:00:00Z'],
    ['march', '2026-03-01T00:00:00Z'],
  ])
    await pipeline.post('/api/ingest/scans', scan({ externalId, completedAt }));
  const [db, other] = [clientDb(portal, person.orgId), clientDb(portal, person.orgId)];
  const score = (tx: typeof db, externalId: string, dynamicScore: number) => {
    const one = and(eq(scoreRuns.clientId, person.orgId), eq(scoreRuns.externalId, externalId));
    return tx.update(scoreRuns).set({ dynamicScore }).where(one);
  };

  const february = await db.transaction(async (tx) => {
    await score(tx, 'march', 70);
    const waiting = score(other, 'february', 20).execute();
    await untilOneWaits(portal);
    return { waiting };
  });
  await february.waiting;

  const ofClient = eq(clientFacts.orgId, person.orgId);
  const [facts] = await portal.deps.database.accounts.select().from(clientFacts).where(ofClient);
  expect(facts).toMatchObject({ dynamicScore: 70, change: 50, lastScanAt: new Date('2026-03-01T00:00:00Z') });
});
