import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { authenticators, users } from '../../db/schema/index.ts';
import { SMALL_CLIENTS } from '../../demo/data/clients.ts';
import { DEMO_OPERATOR, DEMO_TEAM_OPERATOR } from '../../demo/data/operator.ts';
import { DEMO } from '../../demo/seed.ts';
import { showSecondFactor } from '../../routers/auth/public.ts';
import { seedDemoOf } from '../helpers/demo.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { halfway } from '../helpers/second-factor.ts';

const portal = portalForThisFile({ own: true });

interface Listed {
  id: string;
  name: string;
  status: string;
  members: number;
  dynamicScore: number | null;
  change: number | null;
  openActionItems: number;
  subscriptionStatus: string;
  totalMRR: number;
  tokensThisMonth: number;
  lastActiveAt: string | null;
}

type Ask = (url: string) => Promise<{ data: Listed[] }>;

/** The calls of an operator of the demo, who signs in with both steps. */
async function asOperator(address: string): Promise<Ask> {
  const { accounts } = portal.deps.database;
  const [operator] = await accounts
    .select({ id: users.id, email: users.email, secret: authenticators.secret })
    .from(users)
    .innerJoin(authenticators, eq(authenticators.userId, users.id))
    .where(eq(users.email, address));
  const { id, email, secret } = operator ?? expect.unreachable();
  const { verify } = await halfway(portal, { ...DEMO, email });
  const { cookies } = await verify(showSecondFactor(portal.deps.env, { id, email }, secret).code);
  const cookie = `portal_session=${cookies.find(({ name }) => name === 'portal_session')?.value}`;
  return async (url) => (await portal.inject({ url: `/api/operator/${url}`, headers: { cookie } })).json();
}

let ask: Ask;

beforeAll(async () => {
  await seedDemoOf(portal);
  ask = await asOperator(DEMO_OPERATOR);
});

const clients = async () =>
  (await ask('clients')).data.filter(({ name }) => SMALL_CLIENTS.some((c) => c.name === name));

describe('The clients of the demo', () => {
  it('have a prospect beside them, which has been measured', async () => {
    const { data } = await ask('clients?status=prospect');

    expect(data).toMatchObject([
      { status: 'prospect', members: 0, measurement: { status: 'completed', done: 0, total: 100 } },
    ]);
  });

  it('are seen by the operator of a portfolio as far as it goes', async () => {
    const { data } = await (await asOperator(DEMO_TEAM_OPERATOR))('clients');

    expect(data.map(({ name }) => name)).toEqual(SMALL_CLIENTS.slice(0, 5).map(({ name }) => name));
  });

  it('are listed with their seeded figures', async () => {
    const told = SMALL_CLIENTS.map(({ name, status, people, scores = [], tasks, tokens = [], subscription }) => {
      const [before, latest] = [scores.at(-2), scores.at(-1)];
      const change = before === undefined || latest === undefined ? null : Math.round((latest - before) * 10) / 10;
      return {
        name,
        status: status ?? 'active',
        members: people.length,
        dynamicScore: latest ?? null,
        change,
        openActionItems: tasks?.open ?? 0,
        tokensThisMonth: tokens.reduce((sum, each) => sum + each, 0),
        subscriptionStatus: subscription?.status ?? 'none',
        totalMRR: (subscription?.cents ?? 0) / 100,
      };
    });

    expect(await clients()).toMatchObject(told);
  });

  it('are in every state that an operator meets', async () => {
    const seen = await clients();

    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set(['active', 'suspended', 'erasing']));
    expect(seen.some(({ change }) => (change ?? 0) > 0) && seen.some(({ change }) => (change ?? 0) <= -5)).toBe(true);
    expect(seen.some(({ dynamicScore, members }) => dynamicScore === null && members > 0)).toBe(true);
    expect(seen.some(({ members, lastActiveAt }) => members === 0 && lastActiveAt === null)).toBe(true);
    expect(new Set(seen.map(({ subscriptionStatus }) => subscriptionStatus))).toEqual(
      new Set(['active', 'trialing', 'past_due', 'canceled', 'none', 'unpaid']),
    );
    const [over] = SMALL_CLIENTS.filter(({ monthlyTokenBudget }) => monthlyTokenBudget !== undefined);
    const spent = seen.find(({ name }) => name === over?.name)?.tokensThisMonth ?? 0;
    expect(spent).toBeGreaterThan(over?.monthlyTokenBudget ?? Number.POSITIVE_INFINITY);
    expect(new Set(SMALL_CLIENTS.map(({ timezone }) => timezone)).size).toBe(SMALL_CLIENTS.length);
  });

  it('count no scan as one of today that did not arrive today', async () => {
    const [counted] = await portal.deps.database
      .asMaintenance()
      .execute<{ scans: number }>(sql`select count(*)::int as scans from score_runs where created_at >= current_date`);

    expect((await ask('overview')).data).toMatchObject({ scansToday: counted?.scans, clients: { suspended: 1 } });
  });

  it('have people who cannot sign in with the password of the demo', async () => {
    const found = await portal.deps.database.accounts.select({ email: users.email }).from(users);
    const theirs = found.filter(({ email }) => !email.endsWith('@example.com') && !email.includes('harborstreet'));
    const answers = await Promise.all(
      theirs.map(({ email }) => portal.visitor().post('/api/auth/login', { ...DEMO, email })),
    );

    expect(theirs).toHaveLength(SMALL_CLIENTS.flatMap(({ people }) => people).length);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
  });

  it('have a trail of operator actions, with reasons', async () => {
    const { data } = (await ask('activity?limit=100')) as unknown as {
      data: { type: string; reason: string | null }[];
    };

    expect(data.filter(({ type }) => type === 'client_created')).toHaveLength(SMALL_CLIENTS.length);
    expect(data.find(({ type }) => type === 'client_suspended')?.reason).toMatch(/invoices/);
  });
});
