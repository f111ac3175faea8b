import type { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { actionItems, goals, measurementRuns, pageComments, subscriptions } from '../../db/schema/index.ts';
import type { MeasurementPlan } from '../../db/schema/measurement.ts';
import { RECORDS_PER_CLIENT } from '../../server/limits/sizes.ts';
import { oneAlertTooMany, oneNoteTooMany } from '../helpers/bounded.ts';
import { CLIENT_CONFLICTS, ofErased } from '../helpers/client-conflicts.ts';
import { clientDb } from '../helpers/client-db.ts';
import { connectPlausible, plausibleForThisTest } from '../helpers/connections.ts';
import { ingest, makePage } from '../helpers/content.ts';
import { copyFirst } from '../helpers/copies.ts';
import { errorCodesOf, operations } from '../helpers/documented.ts';
import { addPrompts, MEASUREMENT } from '../helpers/engines.ts';
import { unusedGrant } from '../helpers/google.ts';
import { registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { type Portal, portalForThisFile } from '../helpers/portal.ts';
import { PORTFOLIO_CONFLICTS } from '../helpers/portfolio-conflicts.ts';
import { RECORDS, record } from '../helpers/records.ts';
import { REPORT_CONFLICTS } from '../helpers/report-conflicts.ts';
import { codeOf, enrol, halfway } from '../helpers/second-factor.ts';
import { SSO_CONFLICTS } from '../helpers/sso-conflicts.ts';
import { makeWebhook } from '../helpers/webhooks.ts';

const portal = portalForThisFile();

// Idempotency keys have tests of their own; views answer as the routes that they repeat.
const documented = operations
  .filter(({ path }) => !path.includes('/view/'))
  .filter(({ operation }) => errorCodesOf(operation, 409).some((code) => code !== 'IDEMPOTENCY_CONFLICT'))
  .map(({ name }) => name);

type Answer = ReturnType<Person['get']>;

const ownSeat = async (admin: Person) => {
  const { data } = (await admin.get('/api/auth/org/members')).json();
  return `/api/auth/org/members/${data[0].id}`;
};

const HOOK = 'https://hooks.example.com/events';

/** A webhook that is turned off, with a delivery. */
async function disabledWebhook(admin: Person) {
  const { id } = await makeWebhook(admin, HOOK, ['page.published']);
  const { data } = (await admin.post(`/api/webhooks/${id}/test`)).json();
  await admin.put(`/api/webhooks/${id}`, { enabled: false });
  return { id, deliveryId: data.id };
}

/** An organization with as many records of a type as it may have. */
async function fill(admin: Person, on: Portal, type: 'goal' | 'action_item', table: PgTable, most: number) {
  await ingest(admin, [record(type, {}, 'first')]);
  await copyFirst(clientDb(on, admin.orgId), table, most);
}

/** A run that has ended, or goes on. Returns its id. */
async function runOf(on: Portal, { orgId: clientId }: Person, finishedAt: Date | null) {
  const plan: MeasurementPlan = {
    competitors: [],
    listed: [],
    queryMode: 'local_discovery',
    audit: null,
    scores: 'pipeline',
  };
  const status = finishedAt ? ('failed' as const) : ('running' as const);
  const [run] = await clientDb(on, clientId)
    .insert(measurementRuns)
    .values({ clientId, status, trigger: 'person', plan, total: 1, finishedAt })
    .returning({ id: measurementRuns.id });
  return run?.id;
}

/** For each operation with a documented 409: the code, and the calls that cause it. */
const PROVOKED: Record<string, [code: string, provoke: (admin: Person, on: Portal) => Promise<Awaited<Answer>>]> = {
  'POST /auth/register': [
    'EMAIL_EXISTS',
    ({ email }, on) => on.visitor().post('/api/auth/register', { email, password: 'correct horse battery' }),
  ],
  'POST /auth/2fa/setup': [
    'TWO_FACTOR_ALREADY_ENABLED',
    async (admin, on) => {
      const authenticator = await enrol(admin);
      const { tempToken, visitor } = { visitor: on.visitor(), ...(await halfway(on, admin)) };
      await visitor.post('/api/auth/2fa/verify-login', { code: codeOf(authenticator), tempToken });
      return admin.post('/api/auth/2fa/setup');
    },
  ],
  'POST /auth/2fa/confirm': [
    'TWO_FACTOR_ALREADY_ENABLED',
    async (admin) => {
      const authenticator = await enrol(admin);
      await admin.post('/api/auth/2fa/confirm', { code: codeOf(authenticator) });
      return admin.post('/api/auth/2fa/confirm', { code: codeOf(authenticator, 1) });
    },
  ],
  'POST /auth/org/invitations': [
    'ALREADY_MEMBER',
    (admin) => admin.post('/api/auth/org/invitations', { email: admin.email }),
  ],
  'PUT /auth/org/members/{id}': ['LAST_ADMIN', async (admin) => admin.put(await ownSeat(admin), { role: 'member' })],
  'DELETE /auth/org/members/{id}': ['LAST_ADMIN', async (admin) => admin.send('DELETE', await ownSeat(admin))],
  ...SSO_CONFLICTS,
  'POST /auth/org/leave': ['LAST_ADMIN', (admin) => admin.post('/api/auth/org/leave')],
  'DELETE /auth/account': [
    'LAST_ADMIN',
    async (admin, on) => {
      await on.join(admin);
      return admin.send('DELETE', '/api/auth/account', { password: admin.password });
    },
  ],
  'POST /cms/pages/{id}/comments': [
    'INVALID_TRANSITION',
    async (admin, on) => {
      const { id: pageId } = await makePage(admin, { title: 'A page', content: '' });
      const { orgId: clientId, userId: createdBy } = admin;
      const comments = Array.from({ length: 1000 }, () => ({ clientId, pageId, text: 'Yes.', createdBy }));
      await clientDb(on, clientId).insert(pageComments).values(comments);
      return admin.post(`/api/cms/pages/${pageId}/comments`, { text: 'One too many.' });
    },
  ],
  'POST /alerts': ['INVALID_TRANSITION', oneAlertTooMany],
  'POST /annotations': ['INVALID_TRANSITION', oneNoteTooMany],
  'POST /webhooks': [
    'INVALID_TRANSITION',
    async (admin) => {
      for (let made = 0; made < 20; made++) await makeWebhook(admin, HOOK, ['page.published']);
      return admin.post('/api/webhooks', { url: HOOK, events: ['page.published'] });
    },
  ],
  'POST /webhooks/{id}/test': [
    'INVALID_TRANSITION',
    async (admin) => admin.post(`/api/webhooks/${(await disabledWebhook(admin)).id}/test`),
  ],
  'POST /webhooks/{id}/deliveries/{deliveryId}/replay': [
    'INVALID_TRANSITION',
    async (admin) => {
      const { id, deliveryId } = await disabledWebhook(admin);
      return admin.post(`/api/webhooks/${id}/deliveries/${deliveryId}/replay`);
    },
  ],
  'POST /dashboard/goals': [
    'INVALID_TRANSITION',
    async (admin, on) => {
      await fill(admin, on, 'goal', goals, RECORDS_PER_CLIENT.goals);
      return admin.post('/api/dashboard/goals', RECORDS.goal);
    },
  ],
  'POST /dashboard/action-items': [
    'INVALID_TRANSITION',
    async (admin, on) => {
      await fill(admin, on, 'action_item', actionItems, RECORDS_PER_CLIENT.actionItems);
      return admin.post('/api/dashboard/action-items', { title: 'Call', category: 'office', priority: 'low' });
    },
  ],
  'DELETE /dashboard/action-items/{id}': [
    'INVALID_TRANSITION',
    async (admin) => {
      await ingest(admin, [record('action_item')]);
      const [item] = (await admin.get('/api/dashboard/action-items')).json();
      return admin.del(`/api/dashboard/action-items/${item.id}`);
    },
  ],
  'POST /cms/pages/{id}/schedule': [
    'INVALID_TRANSITION',
    async (admin) => {
      const { id } = await makePage(admin, { status: 'published' });
      return admin.post(`/api/cms/pages/${id}/schedule`, { publishAt: '2099-01-01T09:00:00Z' });
    },
  ],
  'PUT /content-suggestions/{draftId}': [
    'INVALID_TRANSITION',
    async (admin) => {
      await ingest(admin, [record('suggestion', { status: 'published' })]);
      const [suggestion] = (await admin.get('/api/content-suggestions')).json().data;
      return admin.put(`/api/content-suggestions/${suggestion.draftId}`, { status: 'accepted' });
    },
  ],
  'POST /operator/clients/bulk': [
    'INVALID_TRANSITION',
    async (admin, on) => {
      const tags = Array.from({ length: 10 }, (_, number) => `Tag ${number}`);
      const operator = await registerOperator(on);
      await operator.put(`/api/operator/clients/${admin.orgId}`, { tags });
      return operator.post('/api/operator/clients/bulk', { ids: [admin.orgId], tag: 'one more' });
    },
  ],
  ...CLIENT_CONFLICTS,
  'POST /connections': [
    'INVALID_TRANSITION',
    async (admin) => {
      const plausible = await plausibleForThisTest([]);
      await connectPlausible(admin, plausible);
      return connectPlausible(admin, { url: plausible.url.replace('127.0.0.1', 'localhost') });
    },
  ],
  'POST /operator/connections': [
    'INVALID_TRANSITION',
    async (admin, on) => {
      await ofErased(on, admin);
      const connections = [{ clientId: admin.orgId, kind: 'google_analytics', property: '1' }];
      const operator = await registerOperator(on);
      return operator.post('/api/operator/connections', { grantId: await unusedGrant(on), connections });
    },
  ],
  'POST /visibility/measurement/prompts': [
    'PROMPT_EXISTS',
    async (admin) => {
      await addPrompts(admin, 1);
      return admin.post(`${MEASUREMENT}/prompts`, { text: 'Question  number 1' });
    },
  ],
  'PUT /visibility/measurement/prompts/{id}': [
    'PROMPT_EXISTS',
    async (admin) => {
      await addPrompts(admin, 2);
      const { data } = (await admin.get(`${MEASUREMENT}/prompts`)).json();
      return admin.put(`${MEASUREMENT}/prompts/${data[0].id}`, { text: data[1].text });
    },
  ],
  'POST /visibility/measurement/runs': ['NOTHING_TO_ASK', (admin) => admin.post(`${MEASUREMENT}/runs`)],
  'POST /visibility/measurement/runs/{id}/cancel': [
    'INVALID_TRANSITION',
    async (admin, on) => admin.post(`${MEASUREMENT}/runs/${await runOf(on, admin, new Date())}/cancel`),
  ],
  'POST /visibility/measurement/runs/{id}/recount': [
    'INVALID_TRANSITION',
    async (admin, on) => admin.post(`${MEASUREMENT}/runs/${await runOf(on, admin, null)}/recount`),
  ],
  ...REPORT_CONFLICTS,
  ...PORTFOLIO_CONFLICTS,
  'GET /billing/subscription': [
    'INVALID_TRANSITION',
    async (admin, on) => {
      const item = {
        kind: 'plan',
        key: 'website',
        tier: null,
        name: 'X',
        amount: 100,
        interval: 'month',
        intervalCount: 1,
      } as const;
      const items = ['usd', 'eur'].map((currency) => ({ ...item, currency }));
      await clientDb(on, admin.orgId).insert(subscriptions).values({ clientId: admin.orgId, status: 'active', items });
      return admin.get('/api/billing/subscription');
    },
  ],
};

describe('a conflict', () => {
  it('is tested here for every documented 409', () => {
    expect(Object.keys(PROVOKED).sort()).toEqual(documented.sort());
  });

  it.each(Object.entries(PROVOKED))('at %s returns the documented code', async (_operation, [code, provoke]) => {
    const answer = await provoke(await portal.register(), portal);

    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ ok: false, code, error: expect.stringMatching(/^[A-Z].*\.$/) });
  });
});
