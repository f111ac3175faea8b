import { hash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientErasures, memberships, operatorEvents, organizations } from '../../db/schema/index.ts';
import { measureProspects } from '../../routers/measurement/prospects.ts';
import { eraseOldProspects } from '../../routers/operator/erasure/start-erasure.ts';
import { nextRunClients } from '../../routers/reports/plan.ts';
import { eraseNow } from '../helpers/archives.ts';
import { startTestEngines, workOffRuns } from '../helpers/engines.ts';
import { registerOperator } from '../helpers/operators.ts';
import { readPdf } from '../helpers/pdf.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { makeProspect } from '../helpers/prospects.ts';
import { startSupport } from '../helpers/support.ts';
import { outcome } from '../helpers/wire.ts';

const engines = await startTestEngines();
afterAll(() => engines.close());
const portal = portalForThisFile({
  besideOthers: true,
  env: { ...engines.env, BRAND_NAME: 'Brightside Marketing', BRAND_COLOR: '#7a1f4b' },
});
const DAY = 24 * 3600 * 1000;

let operator: Person;
beforeAll(async () => {
  operator = await registerOperator(portal);
});

const ofOperator = (id: string, verb: string, body?: object) =>
  operator.post(`/api/operator/clients/${id}/${verb}`, body);
const create = (fields: object = {}) =>
  operator.post('/api/operator/clients', { name: `Prospect ${randomUUID()}`, status: 'prospect', ...fields });
const usual = { monthlyAnswers: undefined };
const prospect = (fields: object = {}) => makeProspect(operator, fields);
const listed = async (name: string, status = '') =>
  (await operator.get(`/api/operator/clients?search=${encodeURIComponent(name)}${status}`)).json().data;
const measurementOf = async (name: string) => (await listed(name, '&status=prospect'))[0]?.measurement;
const address = () => `${randomUUID()}@example.com`;
const win = (id: string, adminEmail = address()) => ofOperator(id, 'win', { adminEmail });
const endIn = (id: string, prospectUntil: Date) =>
  portal.deps.database.accounts.update(organizations).set({ prospectUntil }).where(eq(organizations.id, id));
const daysLeft = (until: string) => (Date.parse(until) - Date.now()) / DAY;
const view = (id: string, path: string) => operator.get(`/api/operator/clients/${id}/view${path}`);

let measuring: Promise<{ id: string; name: string }> | undefined;

/** The prospect of this file whose measurement has ended. */
const measured = () => {
  measuring ??= prospect(usual).then(async (made) => {
    await workOffRuns(portal, async () => (await measurementOf(made.name)).status !== 'running');
    return made;
  });
  return measuring;
};

describe('A prospect', () => {
  it('is made without an administrator, and is in no list or count of clients', async () => {
    const before = (await operator.get('/api/operator/overview')).json().data.clients;
    const answer = await create({ adminEmail: undefined });
    const { id, name, prospectUntil, ...made } = answer.json().data;
    const after = (await operator.get('/api/operator/overview')).json().data.clients;
    const refused = [await create({ adminEmail: address() }), await create({ status: 'active' })];

    expect(outcome(answer)).toBe('201');
    expect(answer.json()).not.toHaveProperty('invitation');
    expect(made).toMatchObject({ status: 'prospect', monthlyAnswers: 200, eraseAt: null });
    expect(daysLeft(prospectUntil)).toBeCloseTo(90, 1);
    expect(after).toEqual(before);
    expect(await listed(name)).toEqual([]);
    expect(await listed(name, '&status=active')).toEqual([]);
    expect(await listed(name, '&status=prospect')).toMatchObject([{ id, status: 'prospect', members: 0 }]);
    expect(refused.map((one) => [outcome(one), one.json().issues[0].path])).toEqual([
      ['400 VALIDATION_ERROR', 'adminEmail'],
      ['400 VALIDATION_ERROR', 'adminEmail'],
    ]);
  });

  it('is measured once, with 25 prompts and two readings, out of its own budget', async () => {
    const { id, name } = await measured();
    await measureProspects(portal.deps);

    const prompts = (await view(id, '/visibility/measurement/prompts')).json().data;
    const runs = (await view(id, '/visibility/measurement/runs')).json().data;
    const measurement = (await view(id, '/visibility/measurement')).json().data;

    expect(prompts).toHaveLength(25);
    expect(prompts.filter(({ text }: { text: string }) => text.includes('near me'))).toEqual([]);
    expect(runs).toMatchObject([{ status: 'completed', progress: { done: 100, failed: 0, total: 100 } }]);
    expect(measurement).toMatchObject({ enabled: false, answers: { budget: 200, used: 100, reserved: 0 } });
    expect(await measurementOf(name)).toEqual({ status: 'completed', done: 100, total: 100, waitsFor: null });
  });

  it('is asked about in the town that it was made with', async () => {
    const { id, name } = await prospect({ ...usual, address: 'Lowell', vertical: 'dental' });
    const prompts = (await view(id, '/visibility/measurement/prompts')).json().data;

    expect((await operator.get(`/api/operator/clients/${id}`)).json().data).toMatchObject({ address: 'Lowell' });
    expect(prompts.map(({ text }: { text: string }) => text)).toContain('best dentist in Lowell');
    await ofOperator(id, 'erase', { name });
  });

  it('is not measured past its budget, and is once that reaches', async () => {
    const { id, name } = await prospect({ monthlyAnswers: 99 });
    const [before, runs] = [await measurementOf(name), (await view(id, '/visibility/measurement/runs')).json().data];
    await operator.put(`/api/operator/clients/${id}`, { monthlyAnswers: 100 });
    await Promise.all(Array.from({ length: 3 }, () => measureProspects(portal.deps)));

    expect(before).toEqual({ status: 'waiting', done: 0, total: 100, waitsFor: 'budget' });
    expect(runs).toEqual([]);
    expect((await view(id, '/visibility/measurement/runs')).json().data).toHaveLength(1);
    expect(await measurementOf(name)).toMatchObject({ status: 'running', total: 100 });
    await ofOperator(id, 'erase', { name });
  });

  it('has no people, keys of none, and no suspension, but is seen by operators', async () => {
    const { id } = await prospect();

    const refused = [
      await ofOperator(id, 'invite', { adminEmail: address() }),
      await ofOperator(id, 'suspend', { reason: 'It has not answered for weeks.' }),
    ];
    const support = await startSupport(operator, { orgId: id });
    const seen = await support.get('/api/visibility/scores');

    expect(refused.map(outcome)).toEqual(['409 INVALID_TRANSITION', '409 INVALID_TRANSITION']);
    expect(outcome(seen)).toBe('200');
    const members = await portal.deps.database.accounts.select().from(memberships).where(eq(memberships.orgId, id));
    expect(members).toEqual([]);
  });

  it('gets no report of a schedule', async () => {
    const { id } = await prospect();
    const schedule = {
      allClients: false,
      tags: null,
      clientIds: [id],
      exceptIds: [],
      every: 'month',
      day: 1,
      hour: 8,
    } as never;

    expect(await nextRunClients(portal.deps.database.accounts, schedule)).toEqual([]);
  });
});

describe('POST /api/operator/clients/{id}/pitch', () => {
  it('is refused before the measurement has ended', async () => {
    const [running, waiting] = [await prospect(usual), await prospect()];

    const answers = [await ofOperator(running.id, 'pitch'), await ofOperator(waiting.id, 'pitch')];

    expect(answers.map(outcome)).toEqual(['409 INVALID_TRANSITION', '409 INVALID_TRANSITION']);
    expect(answers[0]?.json().error).toBe('The measurement of this prospect has not ended yet.');
    await ofOperator(running.id, 'erase', { name: running.name });
  });

  it('links a report that opens without an account, and is printed once', async () => {
    const { id } = await measured();
    const answers = await Promise.all([ofOperator(id, 'pitch'), ofOperator(id, 'pitch')]);
    const paths = answers.map((answer) => new URL(answer.json().url).pathname);
    const page = await portal.visitor().get(paths[0] ?? '');
    const pdf = await portal.visitor().get(`${paths[1]}/pdf`);
    const reports = (await operator.get(`/api/operator/reports?clientId=${id}`)).json().data;

    expect(answers.map(outcome)).toEqual(['200', '200']);
    expect(new Set(paths).size).toBe(2);
    expect(page.body).toContain('How AI assistants see you');
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(reports).toMatchObject([{ status: 'sent', pitch: true, name: 'How AI assistants see you' }]);
  });
});

describe('The report on a prospect', () => {
  it('is the agency’s, and tells what holds for a business that nothing was done for yet', async () => {
    const { id, name } = await measured();
    const { pathname } = new URL((await ofOperator(id, 'pitch')).json().url);
    const page = await portal.visitor().get(pathname);
    const { text: printed, pages } = await readPdf((await portal.visitor().get(`${pathname}/pdf`)).rawPayload);
    // Names are broken at hyphens.
    const text = printed.replaceAll('- ', '-');

    expect(page.body).toContain('Made by Brightside Marketing');
    const [, style = ''] = page.body.match(/<style>(:root\{--brand:#\w{6}\})<\/style>/) ?? [];
    expect(style).toContain('#7a1f4b');
    expect(page.headers['content-security-policy']).toContain(hash('sha256', style, 'base64'));
    expect(pages[0]).toContain('Made by Brightside Marketing');
    expect(text).toContain(`How AI assistants see ${name}`);
    expect(text).toContain(`AI assistants named ${name} in none of 100 answers.`);
    expect(text).toContain(`None of 100 answers mentions ${name}`);
    expect(text).toContain('And 15 more questions.');
    expect(text).not.toMatch(/the portal|the organization|before the period|confidence|share of voice|was done/i);
  });
});

describe('POST /api/operator/clients/{id}/win', () => {
  it('makes a client of it once, of 20 at once', async () => {
    const { id, name } = await prospect();
    const email = address();

    const answers = await Promise.all(Array.from({ length: 20 }, () => win(id, email)));
    const { data, invitation } = answers.find(({ statusCode }) => statusCode === 200)?.json() ?? {};
    const joined = await portal
      .visitor()
      .post('/api/auth/accept-invitation', { token: invitation.token, password: 'a long password of one' });

    expect(answers.map(outcome).sort()).toEqual(['200', ...Array.from({ length: 19 }, () => '409 INVALID_TRANSITION')]);
    expect(data).toMatchObject({ id, status: 'active', prospectUntil: null, monthlyAnswers: null });
    expect(invitation).toMatchObject({ email, role: 'admin' });
    expect(joined.json()).toMatchObject({ orgId: id, role: 'admin' });
    expect(await listed(name)).toMatchObject([{ id, status: 'active', members: 1, measurement: null }]);
    expect(outcome(await win(id))).toBe('409 INVALID_TRANSITION');
    expect(outcome(await ofOperator(id, 'pitch'))).toBe('409 INVALID_TRANSITION');
  });

  it('is refused where the numbers set for it grant no seat, and it stays a prospect', async () => {
    const { id, name } = await prospect();
    await operator.put(`/api/operator/clients/${id}`, { grants: { members: 0 } });

    const refused = await win(id);

    expect([outcome(refused), refused.json().limit]).toEqual(['403 PLAN_LIMIT', 'members']);
    expect(await listed(name, '&status=prospect')).toMatchObject([{ id, status: 'prospect' }]);
    await operator.put(`/api/operator/clients/${id}`, { grants: { members: 1 } });
    expect((await win(id)).statusCode).toBe(200);
  });

  it('is refused for one that is being erased, and not found for one that was', async () => {
    const { id, name } = await prospect();
    await ofOperator(id, 'erase', { name });
    const erasing = await win(id);
    const kept = await ofOperator(id, 'keep');
    await endIn(id, new Date());
    await eraseOldProspects(portal.deps);
    await eraseNow(portal, { orgId: id });

    expect(outcome(erasing)).toBe('409 INVALID_TRANSITION');
    expect(kept.json().data).toMatchObject({ status: 'prospect', eraseAt: null });
    expect(outcome(await win(id))).toBe('404 NOT_FOUND');
  });
});

describe('After 90 days', () => {
  it('a prospect is erased with a line in the trail, unless it was kept or won', async () => {
    const [old, kept, won] = [await prospect(), await prospect(), await prospect()];
    for (const { id } of [old, kept, won]) await endIn(id, new Date(Date.now() - 1000));
    const anew = (await ofOperator(kept.id, 'keep')).json().data;
    await win(won.id);

    await Promise.all([eraseOldProspects(portal.deps), eraseOldProspects(portal.deps)]);
    await eraseNow(portal, { orgId: old.id });
    const { accounts } = portal.deps.database;
    const trail = await accounts.select().from(operatorEvents).where(eq(operatorEvents.orgId, old.id));
    const erasures = await accounts.select({ orgId: clientErasures.orgId }).from(clientErasures);

    expect(anew.status).toBe('prospect');
    expect(daysLeft(anew.prospectUntil)).toBeCloseTo(90, 1);
    expect(outcome(await operator.get(`/api/operator/clients/${old.id}`))).toBe('404 NOT_FOUND');
    expect(trail.map(({ type }) => type)).toEqual(['client_created', 'client_erasure_started', 'client_erased']);
    for (const { id } of [kept, won]) expect(erasures).not.toContainEqual({ orgId: id });
    expect(await listed(won.name)).toMatchObject([{ status: 'active' }]);
  });
});
