import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { clientFacts, connections, organizations, scoreRuns } from '../../db/schema/index.ts';
import { clientWatch } from '../../routers/operator/client-watch.ts';
import { clientDb } from '../helpers/client-db.ts';
import { onServer } from '../helpers/database.ts';
import { untilOneWaits } from '../helpers/lock-waits.ts';
import { registerOperator } from '../helpers/operators.ts';
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

it('marks and lists first a client whose score fell in each of three scans, by little each time', async () => {
  const mark = randomUUID();
  const operator = await registerOperator(portal);
  const falls: Record<string, number[]> = {
    steady: [70, 68.5, 66.7, 65.1],
    once: [70, 68.5, 69, 65.5],
    little: [70, 69.5, 69, 68.5],
    short: [70, 68, 66],
    repeated: [70, 68.5, 66.7, 65.1],
  };
  const ids = new Map<string, string>();
  for (const [name, scores] of Object.entries(falls)) {
    const person = await portal.register({ orgName: `${name} ${mark}` });
    ids.set(person.orgId, name);
    const pipeline = await person.pipeline();
    for (const [week, dynamicScore] of scores.entries()) {
      const completedAt = new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString();
      const overall = { rawScore: 60, dynamicScore, confidence: 0.8 };
      expect((await pipeline.post('/api/ingest/scans', scan({ completedAt, overall }))).statusCode).toBe(201);
      // A measurement of the portal's own that repeats the scores of the pipeline is no scan to compare.
      const own = { externalId: `own-${week}`, completedAt: new Date(`${completedAt.slice(0, 10)}T12:00:00Z`) };
      if (name === 'repeated')
        await clientDb(portal, person.orgId)
          .insert(scoreRuns)
          .values({
            clientId: person.orgId,
            ...own,
            ...overall,
            source: 'own',
            tiers: [],
            components: [],
            parts: {},
          });
    }
  }

  await portal.deps.use(clientWatch).settle();
  const { data } = (await operator.get(`/api/operator/clients?search=${mark}&sort=-attention`)).json();

  const seen = data.map(({ id, steadyFall }: { id: string; steadyFall: number | null }) => [ids.get(id), steadyFall]);
  expect(Object.fromEntries(seen)).toEqual({ steady: 4.9, repeated: 4.9, once: null, little: null, short: null });
  expect(new Set(seen.slice(0, 2).map(([name]: [string]) => name))).toEqual(new Set(['steady', 'repeated']));
});

it('forgets the falls with the next scan that is higher', async () => {
  const person = await portal.register();
  const pipeline = await person.pipeline();
  const ofClient = eq(clientFacts.orgId, person.orgId);
  const after = async (week: number, dynamicScore: number) => {
    const completedAt = new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString();
    await pipeline.post(
      '/api/ingest/scans',
      scan({ completedAt, overall: { rawScore: 60, dynamicScore, confidence: 0.8 } }),
    );
    const [facts] = await portal.deps.database.accounts.select().from(clientFacts).where(ofClient);
    return facts?.steadyFall;
  };

  const fallen = [];
  for (const [week, score] of [70, 68, 66, 64, 63, 66].entries()) fallen.push(await after(week, score));

  expect(fallen).toEqual([null, null, null, 6, 5, null]);
});

it('lists steep and steady falls first, then what is smaller, then who is well, and the suspended last', async () => {
  const mark = randomUUID();
  const operator = await registerOperator(portal);
  const lastScanAt = new Date('2026-03-01T00:00:00Z');
  // In another order than they are expected in.
  const facts = {
    suspended: { change: -20, lastScanAt },
    'fell by little': { change: -4.9, lastScanAt },
    'without figures': {},
    'rose, but a tool is broken': { change: 4.2, lastScanAt },
    'fell by much': { change: -8.2, steadyFall: 12.8, lastScanAt },
    'fell steadily': { change: -1.6, steadyFall: 4.7, lastScanAt },
    'never used': { change: 0, lastScanAt },
  };
  const names = new Map<string, string>();
  for (const [name, set] of Object.entries(facts)) {
    const { orgId } = await portal.register({ orgName: `${name} ${mark}` });
    names.set(orgId, name);
    const { accounts } = portal.deps.database;
    if ('change' in set) await accounts.update(clientFacts).set(set).where(eq(clientFacts.orgId, orgId));
    const lastActiveAt = name === 'never used' || name === 'without figures' ? null : lastScanAt;
    const status = name === 'suspended' ? 'suspended' : 'active';
    await accounts.update(organizations).set({ lastActiveAt, status }).where(eq(organizations.id, orgId));
    if (name.includes('broken'))
      await clientDb(portal, orgId).insert(connections).values({
        clientId: orgId,
        id: randomUUID(),
        kind: 'matomo',
        label: 'example.com',
        property: '1',
        status: 'no_access',
        problem: 'credential_refused',
      });
  }

  await portal.deps.use(clientWatch).settle();
  const { data } = (await operator.get(`/api/operator/clients?search=${mark}&sort=-attention`)).json();

  expect(data.map(({ id }: { id: string }) => names.get(id))).toEqual([
    'fell by much',
    'rose, but a tool is broken',
    'fell steadily',
    'without figures',
    'never used',
    'fell by little',
    'suspended',
  ]);
});
