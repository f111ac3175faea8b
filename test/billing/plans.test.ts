import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { registerOperator } from '../helpers/operators.ts';
import { invite, type Person } from '../helpers/people.ts';
import { addon, billingForThisFile, plan, subscriptionOf } from '../helpers/stripe.ts';
import { outcome } from '../helpers/wire.ts';

const { portal, stripe, deliver, subscriber } = billingForThisFile();

const PLANS = '/api/operator/plans';
const NO_NUMBERS = { prompts: null, monthlyAnswers: null, members: null, connections: null, reportsAMonth: null };
const GROWTH = { ...NO_NUMBERS, key: 'website', tier: 'growth', members: 5, features: ['visibility', 'reports'] };
const PRO = { ...NO_NUMBERS, key: 'website', tier: 'pro', members: 6, connections: 3, features: [] };

let operator: Person;
beforeAll(async () => {
  operator = await registerOperator(portal);
  await operator.put(PLANS, { plans: [GROWTH, PRO] });
});

const inviteSomebody = (admin: Pick<Person, 'post'>) =>
  admin.post('/api/auth/org/invitations', { email: `${randomUUID()}@example.com` });
const grantsOf = async (person: Person) => (await subscriptionOf(person)).grants as Record<string, object>;
const tally = (answers: Parameters<typeof outcome>[0][]) =>
  Object.fromEntries([...Map.groupBy(answers, outcome)].map(([seen, of]) => [seen, of.length]));

it('replaces all plans by those that operators send, and shows them to support', async () => {
  const support = await registerOperator(portal, { role: 'support' });

  const sent = await operator.put(PLANS, { plans: [PRO, { key: 'seats' }, GROWTH] });
  const shown = await support.get(PLANS);
  const refused = [
    await support.put(PLANS, { plans: [] }),
    await operator.put(PLANS, { plans: [GROWTH, GROWTH] }),
    await operator.put(PLANS, { plans: [{ ...GROWTH, members: -1 }] }),
    await operator.put(PLANS, { plans: [{ ...GROWTH, features: ['everything'] }] }),
  ];
  await operator.put(PLANS, { plans: [GROWTH, PRO] });

  const all = { ok: true, data: [PRO, { ...NO_NUMBERS, key: 'seats', tier: null, features: [] }, GROWTH] };
  expect([sent.json(), shown.json()]).toEqual([all, all]);
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 400, 400, 400]);
});

it('of 20 invitations at once makes as many as seats are left, and tells which limit it was', async () => {
  const { person } = await subscriber([{ metadata: plan('website', 'growth') }, { metadata: addon('location') }]);
  await portal.join(person);

  const answers = await Promise.all(Array.from({ length: 20 }, () => inviteSomebody(person)));

  expect(tally(answers)).toEqual({ '201': 3, '403 PLAN_LIMIT': 17 });
  expect(answers.find(({ statusCode }) => statusCode === 403)?.json()).toMatchObject({
    code: 'PLAN_LIMIT',
    limit: 'members',
    error: expect.stringMatching(/^All seats of the plan \(5\) are taken/),
  });
  expect(await grantsOf(person)).toMatchObject({
    members: { limit: 5, used: 5 },
    connections: { limit: null, used: 0 },
  });
  const trpc = await person.post('/trpc/auth.org.invitations.create', { email: `${randomUUID()}@example.com` });
  expect(trpc.json().error.data).toMatchObject({ errorCode: 'PLAN_LIMIT', limit: 'members' });
});

it('keeps the seat of an invitation until it is accepted or revoked, whoever made it', async () => {
  const { person } = await subscriber([{ metadata: plan('website', 'growth') }]);
  await operator.put(`/api/operator/clients/${person.orgId}`, { grants: { members: 2 } });
  const inviteByOperator = (adminEmail: string) =>
    operator.post(`/api/operator/clients/${person.orgId}/invite`, { adminEmail });
  const { email, token } = await invite(person);

  const again = await inviteByOperator(email);
  const another = await inviteByOperator('another@example.com');
  const old = await portal.visitor().post('/api/auth/accept-invitation', { token, password: 'a long password' });
  const joined = await portal
    .visitor()
    .post('/api/auth/accept-invitation', { token: again.json().invitation.token, password: 'a long password' });
  const full = await inviteSomebody(person);

  expect([again, another, old, joined, full].map(outcome)).toEqual([
    '201',
    '403 PLAN_LIMIT',
    '400 INVALID_TOKEN',
    '200',
    '403 PLAN_LIMIT',
  ]);
  expect((await grantsOf(person)).members).toEqual({ limit: 2, used: 2 });
});

it('leaves what is there when a plan gets smaller, and refuses only more', async () => {
  const { person, subscription } = await subscriber([{ metadata: plan('website', 'pro') }]);
  const invited = await Promise.all([invite(person), invite(person), invite(person)]);

  await operator.put(PLANS, { plans: [GROWTH, { ...PRO, members: 2 }] });
  const more = await inviteSomebody(person);
  const renewed = await person.post('/api/auth/org/invitations', { email: invited[0]?.email });
  const shrunk = await grantsOf(person);
  stripe.amend(subscription, { status: 'canceled' });
  await deliver(stripe.event(subscription, 'customer.subscription.deleted'));
  const ended = await inviteSomebody(person);
  await operator.put(PLANS, { plans: [GROWTH, PRO] });

  expect([more, renewed, ended].map(outcome)).toEqual(['403 PLAN_LIMIT', '201', '201']);
  expect(shrunk.members).toEqual({ limit: 2, used: 4 });
  expect((await grantsOf(person)).members).toEqual({ limit: null, used: 5 });
});

it('shows people the parts that their plans have, and billing, unless an operator chose others', async () => {
  const { person } = await subscriber([{ metadata: plan('website', 'growth') }]);
  const modulesOf = async () => (await person.get('/api/auth/account/profile')).json().data.modules;
  const choose = (modules: string[] | null) => operator.put(`/api/operator/clients/${person.orgId}`, { modules });

  const ofPlan = await modulesOf();
  await choose(['goals']);
  const chosen = await modulesOf();
  const back = (await choose(null)).json().data.modules;

  expect([ofPlan, chosen, back]).toEqual([['visibility', 'reports', 'billing'], ['goals'], ofPlan]);
});
