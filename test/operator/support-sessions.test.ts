import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { insightRuns, organizations, supportSessions } from '../../db/schema/index.ts';
import { runLog } from '../../routers/insights/runs.ts';
import { clientDb } from '../helpers/client-db.ts';
import { makePage } from '../helpers/content.ts';
import { registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';
import { ageSession } from '../helpers/second-factor.ts';
import { SUPPORT_REASON, startSupport } from '../helpers/support.ts';
import { type Event, events, ORG } from '../helpers/trail.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ restricted: true });

const NAME = 'Olga Operator';
const PROFILE = '/api/auth/account/profile';
const SCORES = '/api/visibility/scores';
const END = '/api/operator/support-session';

let operator: Person;
let client: Person;
beforeAll(async () => {
  operator = await registerOperator(portal, { name: NAME });
  client = await portal.register({ orgName: 'Harbor Street Dental' });
  const pipeline = await client.pipeline();
  await pipeline.post('/api/ingest/scans', scan({ externalId: randomUUID() }));
});

const ofSupport = (lines: Event[]) => lines.filter(({ type }) => type.includes('support'));
const trailOf = async (person: Person) => ofSupport(await events(person, ORG));
const typesOf = (lines: { type: string }[]) => lines.map(({ type }) => type);

describe('A support session', () => {
  it('sees the client as a member does, and says so in the profile', async () => {
    const support = await startSupport(operator, client);

    const profile = (await support.get(PROFILE)).json().data;
    const { data } = support.response.json();
    expect(profile).toMatchObject({ id: operator.userId, orgId: client.orgId, role: 'member' });
    expect(profile.support).toEqual({ by: NAME, reason: SUPPORT_REASON, expiresAt: data.expiresAt, write: false });
    expect((await support.get(SCORES)).json()).toEqual((await client.get(SCORES)).json());
    expect(outcome(await support.get('/api/auth/org/members'))).toBe('200');
    expect(outcome(await support.get(ORG))).toBe('403 FORBIDDEN');
    expect((await operator.get(PROFILE)).json().data).not.toHaveProperty('support');
  });

  it('has the two cookies of a session until it ends, and no token of another in the database', async () => {
    const { response } = await startSupport(operator, client, { minutes: 60 });

    const cookies = response.cookies.map(({ name, httpOnly, sameSite, path, maxAge }) => ({
      name,
      httpOnly,
      sameSite,
      path,
      lasts: Math.round(Number(maxAge) / 60),
    }));
    const common = { httpOnly: true, sameSite: 'Lax', path: '/', lasts: 60 };
    expect(cookies).toEqual(['portal_session', 'portal_token'].map((name) => ({ name, ...common })));
    const stored = JSON.stringify(await portal.deps.database.accounts.select().from(supportSessions));
    const own = /portal_session=([^;]+)/.exec(operator.cookie)?.[1] ?? '';
    expect([stored.includes(own), stored.includes(response.cookies[0]?.value ?? '')]).toEqual([false, false]);
  });

  it('changes nothing and asks nothing unless it may write', async () => {
    const support = await startSupport(operator, client);

    const answers = await Promise.all([
      support.post('/api/cms/pages', { title: 'A page' }),
      support.post('/api/insights/query', { type: 'playbook' }),
      support.post('/trpc/cms.pages.create', { title: 'A page' }),
      support.put('/api/auth/account/profile', { name: 'Another' }),
    ]);

    expect(answers.map(outcome)).toEqual(answers.map(() => '403 READ_ONLY'));
    expect(answers[1]?.json()).toEqual({ error: 'This support session is read-only.' });
  });

  it('with write changes as the operator, and every change is in the trail of the client', async () => {
    const person = await portal.register();
    const support = await startSupport(operator, person, { write: true });

    const page = (await support.post('/api/cms/pages', { title: 'A page' })).json().data;
    await support.post('/trpc/cms.pages.update', { id: page.id, title: 'Another' });
    await support.post('/api/insights/query', { type: 'playbook' });
    await support.post('/api/cms/pages', { title: 5 });
    await support.del(END);

    const activity = (await person.get(`/api/cms/pages/${page.id}/activity`)).json().data;
    expect(activity.map(({ actor }: { actor: object }) => actor)).toEqual(
      Array(2).fill({ id: operator.userId, name: NAME }),
    );
    await portal.deps.use(runLog).settled();
    const runs = await clientDb(portal, person.orgId).select().from(insightRuns);
    expect(runs.map(({ userId }) => userId)).toEqual([operator.userId]);
    const lines = await trailOf(person);
    expect(lines.map(({ type, details }) => [type, details.procedure])).toEqual([
      ['support_session_ended', undefined],
      ['changed_by_support', 'insights.query'],
      ['changed_by_support', 'cms.pages.update'],
      ['changed_by_support', 'cms.pages.create'],
      ['support_session_started', undefined],
    ]);
    expect(new Set(lines.map(({ actor }) => actor))).toEqual(new Set([NAME]));
    expect(lines.at(-1)).toMatchObject({ reason: SUPPORT_REASON, ipAddress: operator.address });
    const own = (await operator.get('/api/operator/activity')).json().data;
    const about = own.filter((line: { client?: { id: string } }) => line.client?.id === person.orgId);
    expect(typesOf(about)).toEqual(typesOf(lines));
    expect(about.at(-1)).toMatchObject({ actor: { id: operator.userId }, reason: SUPPORT_REASON });
  });

  it('is no sign of life of the client, and in nobody’s list of sessions', async () => {
    const { data } = (
      await operator.post('/api/operator/clients', { name: 'Quiet', adminEmail: `${randomUUID()}@example.com` })
    ).json();
    const [before] = [(await client.get('/api/auth/account/sessions')).json()];
    const support = await startSupport(operator, { orgId: data.id });
    await support.get(SCORES);

    const [stored] = await portal.deps.database.accounts
      .select()
      .from(organizations)
      .where(eq(organizations.id, data.id));
    expect(stored?.lastActiveAt).toBeNull();
    expect((await client.get('/api/auth/account/sessions')).json()).toHaveLength(before.length);
    expect((await support.get('/api/auth/account/sessions')).json()).toHaveLength(1);
  });

  it('finds no route of operators but its end', async () => {
    const support = await startSupport(operator, client, { write: true });

    const answers = await Promise.all([
      support.get('/api/operator/clients'),
      support.post(`/api/operator/clients/${client.orgId}/support-session`, { reason: SUPPORT_REASON, minutes: 5 }),
      support.post(`/api/operator/clients/${client.orgId}/suspend`, { reason: SUPPORT_REASON }),
      support.get('/trpc/operator.overview'),
    ]);

    expect(answers.map(outcome)).toEqual(answers.map(() => '404 NOT_FOUND'));
  });

  it('returns to the operator’s own session', async () => {
    const support = await startSupport(operator, client);

    const ended = await support.del(END);

    const returned = ended.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    expect([outcome(ended), ended.json()]).toEqual(['200', { ok: true }]);
    expect(returned.split('; ').sort()).toEqual(
      operator.cookie
        .split('; ')
        .filter((one) => /^portal_(session|token)=/.test(one))
        .sort(),
    );
    expect(outcome(await operator.get('/api/operator/overview'))).toBe('200');
    expect(
      (await Promise.all([support.get(SCORES), support.del(END), support.post('/api/cms/pages', {})])).map(outcome),
    ).toEqual(Array(3).fill('401 UNAUTHENTICATED'));
  });

  it('in another tab is another session, and each sees and ends its own', async () => {
    const other = await portal.register();
    const [one, two] = [await startSupport(operator, client), await startSupport(operator, other)];

    const seen = await Promise.all([one, two].map(async (tab) => (await tab.get(PROFILE)).json().data.orgId));
    await one.del(END);

    expect(seen).toEqual([client.orgId, other.orgId]);
    expect([await one.get(SCORES), await two.get(SCORES)].map(outcome)).toEqual(['401 UNAUTHENTICATED', '200']);
    expect(outcome(await operator.del(END))).toBe('200');
    expect(outcome(await two.get(SCORES))).toBe('401 UNAUTHENTICATED');
  });

  it('is one of at most 20: the next ends the oldest', async () => {
    const busy = await registerOperator(portal);
    const first = await startSupport(busy, client);
    for (let more = 0; more < 19; more++) await startSupport(busy, client);

    const before = outcome(await first.get(SCORES));
    await startSupport(busy, client);

    expect([before, outcome(await first.get(SCORES))]).toEqual(['200', '401 UNAUTHENTICATED']);
  });
});

describe('POST /api/operator/clients/{id}/support-session', () => {
  const start = (who: Pick<Person, 'post'>, more: object = {}, { orgId } = client) =>
    who.post(`/api/operator/clients/${orgId}/support-session`, { reason: SUPPORT_REASON, minutes: 5, ...more });

  it('lets the role "support" read, without a recent sign-in', async () => {
    const supporter = await registerOperator(portal, { role: 'support' });
    const refused = outcome(await start(supporter, { write: true }));
    await ageSession(portal, supporter);

    expect([refused, outcome(await start(supporter))]).toEqual(['403 FORBIDDEN', '200']);
  });

  it('asks an operator for a recent sign-in to write only', async () => {
    const idle = await registerOperator(portal);
    await ageSession(portal, idle);

    expect([await start(idle, { write: true }), await start(idle)].map(outcome)).toEqual([
      '403 REAUTH_REQUIRED',
      '200',
    ]);
  });

  it.each([
    { reason: 'Too short' },
    { reason: 'x'.repeat(501) },
    { reason: undefined },
    { minutes: 0 },
    { minutes: 61 },
    { minutes: 1.5 },
    { minutes: '5' },
    { write: 'yes' },
  ])('refuses %j', async (more) => {
    expect(outcome(await start(operator, more))).toBe('400 VALIDATION_ERROR');
  });

  it('leaves no cookie where it is refused', async () => {
    expect((await start(operator, { minutes: 61 })).cookies).toEqual([]);
    expect(outcome(await start(operator, {}, { orgId: randomUUID() } as Person))).toBe('404 NOT_FOUND');
  });

  it('finds the pages of its own client only', async () => {
    const page = await makePage(client);
    const support = await startSupport(operator, await portal.register());

    expect(outcome(await support.get(`/api/cms/pages/${page.id}`))).toBe('404 NOT_FOUND');
  });
});
