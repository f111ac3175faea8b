import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { operatorEvents } from '../../db/schema/index.ts';
import { runLog } from '../../routers/insights/runs.ts';
import { ingest } from '../helpers/content.ts';
import { REASON, registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { record } from '../helpers/records.ts';
import { scan } from '../helpers/scans.ts';
import { addon, billingForThisFile, plan } from '../helpers/stripe.ts';
import { outcome } from '../helpers/wire.ts';

const { portal, subscriber } = billingForThisFile({ RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_CLIENT: '0' });

let operator: Person;
beforeAll(async () => {
  operator = await registerOperator(portal);
});

type Listed = Record<string, unknown> & { id: string; name: string };

/** The clients whose names have this word, in the order of `sort`. */
const listed = async (word: string, sort = 'name'): Promise<Listed[]> =>
  (await operator.get(`/api/operator/clients?search=${word}&sort=${sort}`)).json().data;

const scanned = (dynamicScore: number, completedAt = new Date().toISOString(), externalId: string = randomUUID()) =>
  scan({ externalId, completedAt, overall: { rawScore: 50, dynamicScore, confidence: 0.5 } });

const eventsAbout = ({ orgId }: { orgId: string }) =>
  portal.deps.database.accounts
    .select()
    .from(operatorEvents)
    .where(eq(operatorEvents.orgId, orgId))
    .orderBy(operatorEvents.id);

describe('GET /api/operator/clients', () => {
  it('shows the figures of each client, at once', async () => {
    const orgName = `Known ${randomUUID()}`;
    const { person } = await subscriber([
      { amount: 10_000, metadata: plan('website') },
      { amount: 2500, metadata: addon('reviews') },
    ]);
    await person.put('/api/auth/org', { name: orgName, vertical: 'dental' });
    await portal.join(person);
    const pipeline = await person.pipeline();
    await pipeline.post('/api/ingest/scans', scanned(50, '2026-01-01T00:00:00Z'));
    await pipeline.post('/api/ingest/scans', scanned(57.5, '2026-02-01T00:00:00Z'));
    const item = (externalId: string, status: string) => ({ ...record('action_item', { status }), externalId });
    await ingest(person, [item('a', 'open'), item('b', 'in_progress'), item('c', 'done')]);
    await ingest(person, [item('a', 'done'), item('d', 'open')]);
    await person.post('/api/insights/query', { type: 'scoring' });
    await portal.deps.use(runLog).settled();

    const [client] = await listed(orgName);

    expect(client).toMatchObject({
      id: person.orgId,
      name: orgName,
      vertical: 'dental',
      status: 'active',
      members: 2,
      dynamicScore: 57.5,
      change: 7.5,
      lastScanDate: '2026-02-01T00:00:00.000Z',
      openActionItems: 2,
      subscriptionStatus: 'active',
      totalMRR: 125,
      currency: 'usd',
      questionsThisMonth: 1,
      tokensThisMonth: 0,
    });
    expect(Date.now() - Date.parse(String(client?.lastActiveAt))).toBeLessThan(10 * 60_000);
  });

  it('follows scans that are replaced, and those that arrive late', async () => {
    const person = await portal.register({ orgName: `Late ${randomUUID()}` });
    const pipeline = await person.pipeline();
    await pipeline.post('/api/ingest/scans', scanned(60, '2026-03-01T00:00:00Z', 'march'));
    const only = (await listed(person.orgName))[0];
    await pipeline.post('/api/ingest/scans', scanned(40, '2026-02-01T00:00:00Z', 'february'));
    const late = (await listed(person.orgName))[0];
    await pipeline.post('/api/ingest/scans', scanned(30, '2026-03-01T00:00:00Z', 'march'));
    const replaced = (await listed(person.orgName))[0];

    expect([only, late, replaced].map((row) => [row?.dynamicScore, row?.change])).toEqual([
      [60, null],
      [60, 20],
      [30, -10],
    ]);
  });

  it('counts open tasks that people make, finish and delete', async () => {
    const person = await portal.register({ orgName: `Tasks ${randomUUID()}` });
    const task = { title: 'Call', category: 'local', priority: 'low' };
    const open = async () => (await listed(person.orgName))[0]?.openActionItems;
    const { id } = (await person.post('/api/dashboard/action-items', task)).json().data;
    const other = (await person.post('/api/dashboard/action-items', task)).json().data;
    const made = await open();
    await person.put(`/api/dashboard/action-items/${id}`, { status: 'done' });
    await person.put(`/api/dashboard/action-items/${id}`, { title: 'Called' });
    const finished = await open();
    await person.del(`/api/dashboard/action-items/${other.id}`);

    expect([made, finished, await open()]).toEqual([2, 1, 0]);
  });

  it('sorts by name, score and last activity, those without a value last, and filters', async () => {
    const word = randomUUID();
    const [high, low, none] = await Promise.all(
      ['B', 'a', 'C'].map((letter) => portal.register({ orgName: `${letter} ${word}` })),
    );
    await (await high?.pipeline())?.post('/api/ingest/scans', scanned(80));
    await (await low?.pipeline())?.post('/api/ingest/scans', scanned(20));
    const unused = (
      await operator.post('/api/operator/clients', { name: `D ${word}`, adminEmail: `${word}@example.com` })
    ).json().data;
    await operator.post(`/api/operator/clients/${none?.orgId}/suspend`, { reason: REASON });
    const letters = (rows: Listed[]) => rows.map(({ name }) => name[0]).join('');

    const orders = await Promise.all(
      ['name', '-score', 'score'].map(async (sort) => letters(await listed(word, sort))),
    );
    const byActivity = await listed(word, '-lastActive');
    const suspended = (await operator.get(`/api/operator/clients?search=${word}&status=suspended`)).json().data;
    const wild = (await operator.get('/api/operator/clients?search=%25')).json().data;

    expect(orders[0]).toBe('aBCD');
    expect(orders[1]?.slice(0, 2)).toBe('Ba');
    expect(orders[2]?.slice(0, 2)).toBe('aB');
    expect([byActivity.length, byActivity.at(-1)?.id]).toEqual([4, unused.id]);
    expect(letters(suspended)).toBe('C');
    expect(wild).toEqual([]);
  });

  it.each(['-score', 'score', '-lastActive'])('has every client once on the pages by %s', async (sort) => {
    const word = randomUUID();
    for (const n of [1, 2, 3, 4, 5]) {
      const facts = { name: `${n} ${word}`, adminEmail: `${n}-${word}@example.com` };
      await operator.post('/api/operator/clients', facts);
    }
    const ids: string[] = [];
    let next: string | undefined = `/api/operator/clients?search=${word}&sort=${sort}&limit=2`;
    for (let pages = 0; next && pages < 5; pages++) {
      const answer = await operator.get(next);
      ids.push(...answer.json().data.map(({ id }: Listed) => id));
      next = /^<([^>]+)>/.exec(String(answer.headers.link))?.[1];
    }

    expect([ids.length, new Set(ids).size, next]).toEqual([5, 5, undefined]);
  });

  it.each(['sort=rank', 'status=gone', 'limit=201', 'limit=0'])('refuses ?%s', async (parameters) => {
    expect(outcome(await operator.get(`/api/operator/clients?${parameters}`))).toBe('400 VALIDATION_ERROR');
  });
});

describe('POST /api/operator/clients', () => {
  it('creates a client whose first administrator accepts the invitation', async () => {
    const adminEmail = `${randomUUID()}@example.com`;
    const facts = { name: 'Casco Bay Dental', vertical: 'dental', timezone: 'America/New_York' };

    const answer = await operator.post('/api/operator/clients', { ...facts, adminEmail });
    const { data, invitation } = answer.json();
    const admin = await portal.register({ email: adminEmail, invitationToken: invitation.token });

    expect(answer.statusCode).toBe(201);
    expect(data).toMatchObject({ ...facts, status: 'active', notes: null, monthlyTokenBudget: null });
    expect(invitation).toMatchObject({ email: adminEmail, role: 'admin', status: 'pending', invitedBy: null });
    expect((await admin.get('/api/auth/account/profile')).json().data).toMatchObject({ orgId: data.id, role: 'admin' });
    const events = await eventsAbout({ orgId: data.id });
    expect(events.map(({ type, actorId }) => [type, actorId])).toEqual([['client_created', operator.userId]]);
    const [mail] = await portal.mailTo(adminEmail);
    expect(mail?.text).toContain('The operator of the portal invites you to join Casco Bay Dental');
  });

  it('leaves no words in the line of the trail', async () => {
    const name = `Unwritten ${randomUUID()}`;

    const { data } = (
      await operator.post('/api/operator/clients', { name, adminEmail: 'somebody@example.com' })
    ).json();

    expect(JSON.stringify(await eventsAbout({ orgId: data.id }))).not.toMatch(/Unwritten|somebody/);
  });
});

describe('/api/operator/clients/{id}', () => {
  it('reads and changes the record, with notes that the client does not see', async () => {
    const person = await portal.register();
    const path = `/api/operator/clients/${person.orgId}`;

    const changed = await operator.put(path, {
      phone: '+12075550142',
      notes: 'Prefers calls.',
      monthlyTokenBudget: 1000,
    });

    expect((await operator.get(path)).json()).toEqual(changed.json());
    expect(changed.json().data).toMatchObject({
      phone: '+12075550142',
      notes: 'Prefers calls.',
      monthlyTokenBudget: 1000,
    });
    const seen = (await person.get('/api/auth/org')).json().data;
    expect([seen.phone, 'notes' in seen]).toEqual(['+12075550142', false]);
    expect((await eventsAbout(person)).map(({ type }) => type)).toEqual(['client_updated']);
  });

  it('answers questions without a model past the monthly budget', async () => {
    const person = await portal.register();
    const options = async () => (await person.get('/api/insights/preview?query=Why')).json().data.options;
    const before = await options();
    await operator.put(`/api/operator/clients/${person.orgId}`, { monthlyTokenBudget: 0 });
    const spent = await options();
    const { metadata, answer } = (await person.post('/api/insights/query', { type: 'nlq', query: 'Why?' })).json();
    await operator.put(`/api/operator/clients/${person.orgId}`, { monthlyTokenBudget: null });

    expect([before.models, spent.models, (await options()).models]).toEqual([undefined, false, undefined]);
    expect([metadata.ai_provider, typeof answer]).toEqual(['deterministic', 'string']);
  });
});

describe('GET /api/operator/overview', () => {
  it('counts clients, people, and the scans and questions of today', async () => {
    const before = (await operator.get('/api/operator/overview')).json().data;
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const sent = scanned(50);
    await pipeline.post('/api/ingest/scans', sent);
    await pipeline.post('/api/ingest/scans', sent);
    await person.post('/api/insights/query', { type: 'playbook' });
    await portal.deps.use(runLog).settled();
    await operator.post(`/api/operator/clients/${person.orgId}/suspend`, { reason: REASON });
    const { data } = (await operator.get('/api/operator/overview')).json();

    expect(data).toEqual({
      ...before,
      clients: { active: before.clients.active, suspended: before.clients.suspended + 1 },
      users: before.users + 1,
      scansToday: before.scansToday + 1,
      questionsToday: before.questionsToday + 1,
    });
  });
});
