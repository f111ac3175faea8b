import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { document } from '../openapi/document.ts';
import { issueToken } from '../routers/auth/one-time-tokens.ts';
import { markedContent } from './helpers/marked-content.ts';
import { operatorKey, REASON, registerOperator } from './helpers/operators.ts';
import { invite, type Person } from './helpers/people.ts';
import { RECORDS, record } from './helpers/records.ts';
import { markedParts } from './helpers/scan-parts.ts';
import { scan } from './helpers/scans.ts';
import { codeOf, enrol, halfway } from './helpers/second-factor.ts';
import { QUERIES, SPECIFIED } from './helpers/specified.ts';
import { addon, billingForThisFile, plan } from './helpers/stripe.ts';
import { pathTo } from './helpers/wire.ts';

type Operation = {
  operationId: string;
  summary?: string;
  tags?: string[];
  requestBody?: object;
  responses: Record<string, { content?: Record<string, { schema: object }>; $ref?: string }>;
};

const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    operation,
  })),
);

const { portal, stripe, subscriber } = billingForThisFile();

const ajv = addFormats.default(new Ajv2020({ strict: false, formats: { base64: true } }));
ajv.addSchema({ ...document, $id: 'portal' });

/** Schema violations in a response body, by the documented schema of the operation and status. */
function misfit(path: string, method: string, answer: LightMyRequestResponse) {
  const { statusCode: status } = answer;
  const media = String(answer.headers['content-type']).split(';')[0] ?? '';
  const operation = operations.find((one) => one.path === path && one.method === method)?.operation;
  const response = operation?.responses[status];
  if (!response) return `${status} is not documented`;
  const pointer = response.$ref
    ? `${response.$ref}/content/${media.replace('/', '~1')}/schema`
    : `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}/content/${media.replace('/', '~1')}/schema`;
  const validate = ajv.compile({ $ref: `portal${pointer.replaceAll('{', '%7B').replaceAll('}', '%7D')}` });
  return validate(media === 'application/json' ? answer.json() : answer.body)
    ? undefined
    : ajv.errorsText(validate.errors);
}

/** The setup that a route needs to succeed, and a valid body. */
const PREPARED: Record<string, (person: Person) => Promise<object>> = {
  async '/auth/2fa/verify-login'(person) {
    const authenticator = await enrol(person);
    return { code: codeOf(authenticator), tempToken: (await halfway(portal, person)).tempToken };
  },
  async '/auth/2fa/verify-backup-code'(person) {
    const { backupCodes } = await enrol(person);
    return { code: backupCodes[0], tempToken: (await halfway(portal, person)).tempToken };
  },
  // Its only administrator cannot leave an organization.
  '/auth/org/leave': (person) => portal.join(person, 'admin').then(() => ({})),
  '/auth/2fa/confirm': async (person) => ({ code: codeOf(await enrol(person)) }),
  '/auth/2fa/disable': (person) => enrol(person).then(() => ({})),
  '/auth/2fa/regenerate-backup-codes': (person) => enrol(person).then(() => ({})),
};

describe('the OpenAPI document', () => {
  it.each(SPECIFIED)('has %s %s of the specification', (method, path) => {
    expect(operations.map((one) => `${one.method} ${one.path}`)).toContain(`${method} ${path}`);
  });

  it('equals the committed file', () => {
    expect(JSON.parse(readFileSync('openapi/openapi.json', 'utf8'))).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('has a unique name and summary for each operation', () => {
    const ids = operations.map(({ operation }) => operation.operationId);

    expect(new Set(ids).size).toBe(ids.length);
    expect(operations.filter(({ operation }) => !operation.summary || operation.tags?.length !== 1)).toEqual([]);
  });
});

const CONTENT: Record<string, object> = {
  '/visibility/recommendations/{id}': { status: 'done' },
  '/visibility/action-plan/items/{id}': { status: 'done' },
  '/dashboard/action-items': { title: 'A task', category: 'local', priority: 'low' },
  '/dashboard/action-items/{id}': { status: 'done' },
  '/dashboard/goals': RECORDS.goal,
  '/dashboard/goals/{id}': { title: 'A goal' },
  '/dashboard/goals/{id}/progress': { value: 1 },
  '/cms/pages': { title: 'A page' },
  '/cms/pages/{id}': { title: 'A page' },
  '/cms/preview': { title: 'A page', content: '# A page', contentFormat: 'markdown' },
  '/cms/pages/{id}/metadata': { tags: [] },
  '/cms/pages/{id}/comments': { text: 'A comment' },
  '/cms/pages/{id}/schedule': { publishAt: '2099-01-01T09:00:00Z' },
  '/content-suggestions/{draftId}': { status: 'rejected' },
  '/content-suggestions/{draftId}/feedback': { rating: 4 },
  '/insights/runs/{id}/feedback': { helpful: true },
  '/webhooks': { url: 'https://example.com/hook', events: ['page.published'] },
  '/webhooks/{id}': { enabled: false },
};

describe('every route', () => {
  it.each(operations)('$method $path answers as documented', async ({ method, path, operation }) => {
    const { database } = portal.deps;
    const isOperators = path.startsWith('/operator');
    const person = isOperators ? await registerOperator(portal) : await portal.register();
    const pipeline = await person.pipeline();
    const invitation = path.endsWith('accept-invitation') ? await invite(person) : undefined;
    const bodies: Record<string, object> = {
      ...CONTENT,
      '/auth/register': { email: `${person.orgId}@example.org`, password: 'long enough a password' },
      '/auth/login': { email: person.email, password: person.password },
      '/auth/accept-invitation': { token: invitation?.token },
      '/auth/org/switch': { orgId: person.orgId },
      '/auth/org': method === 'DELETE' ? { password: person.password, name: person.orgName } : {},
      '/auth/org/members/{id}': { role: 'admin' },
      '/auth/org/invitations': { email: `${person.orgId}@example.org` },
      '/auth/verify-email': { token: await issueToken(database.accounts, 'email_verification', person.userId) },
      '/auth/forgot-password': { email: person.email },
      '/auth/reset-password': {
        token: await issueToken(database.accounts, 'password_reset', person.userId),
        password: 'a password that is new',
      },
      '/auth/account': { password: person.password },
      '/auth/account/change-email': { email: `${person.orgId}@example.org`, password: person.password },
      '/auth/account/change-password': {
        currentPassword: person.password,
        newPassword: 'a password that is new',
      },
      '/auth/org/api-keys': { name: 'Another', scopes: ['read'] },
      '/operator/clients': { name: 'A client', adminEmail: `${person.orgId}@example.org` },
      '/operator/clients/{id}/suspend': { reason: REASON },
      '/operator/clients/{id}/support-session': { reason: REASON, minutes: 5 },
      '/operator/clients/{id}/ingest/scans': scan(),
      '/operator/clients/{id}/ingest/records': [record('goal')],
      '/operator/keys': { name: 'Nightly' },
      '/operator/clients/{id}/erase': { name: 'A client' },
      ...Object.fromEntries(
        ['lock', 'unlock', 'reset-second-factor', 'end-sessions'].map((verb) => [
          `/operator/users/{id}/${verb}`,
          { reason: REASON },
        ]),
      ),
      '/insights/query': { type: 'playbook' },
      '/ingest/scans': scan(),
      '/ingest/records': [record('goal'), record('review', { rating: 6 })],
      '/billing/webhook': { id: 'evt_1', type: 'customer.updated', data: { object: {} } },
    };
    const body = (await PREPARED[path]?.(person)) ?? bodies[path] ?? {};
    const ofOperators = isOperators && path.includes('/ingest/') ? await operatorKey(portal, person) : undefined;
    const caller = ofOperators ?? (path.startsWith('/ingest') ? pipeline : invitation ? portal.visitor() : person);

    const url = `/api${pathTo(path, isOperators ? randomUUID() : person.orgId)}${QUERIES[path] ?? ''}`;
    const signed = path.endsWith('/webhook') ? stripe.sign(JSON.stringify(body)) : {};
    const response = await caller.send(method as 'GET', url, method === 'GET' ? undefined : body, signed);

    const success = Object.keys(operation.responses)
      .map(Number)
      .filter((status) => status < 300);
    expect(path.includes('{') ? [404] : success).toContain(response.statusCode);
    expect(misfit(path, method, response)).toBeUndefined();
  });

  it.each(operations.filter(({ method, path }) => method === 'GET' && path.startsWith('/visibility/')))(
    '$method $path answers as documented with complete data',
    async ({ method, path }) => {
      const person = await portal.register();
      const pipeline = await person.pipeline();
      await pipeline.post('/api/ingest/scans', scan(markedParts('word')));

      const response = await person.get(`/api${path}`);

      expect(response.statusCode).toBe(200);
      expect(misfit(path, method, response)).toBeUndefined();
    },
  );

  it.each(['/billing/subscription', '/billing/invoices'])(
    'GET %s answers as documented with a subscription',
    async (path) => {
      const { person, customer } = await subscriber([{ metadata: plan('website') }, { metadata: addon('location') }]);
      stripe.invoice(customer, { number: 'A-1', due_date: 1_773_000_000, description: 'March' });

      const response = await person.get(`/api${path}`);

      expect(response.statusCode).toBe(200);
      expect(misfit(path, 'GET', response)).toBeUndefined();
    },
  );

  it.each(operations.filter(({ path }) => /^\/(cms|templates|content-|insights\/runs)/.test(path)))(
    '$method $path answers as documented with content',
    async ({ method, path, operation }) => {
      const person = await portal.register();
      const { page, suggestion, run } = await markedContent(person, 'word');
      const id = path.startsWith('/insights') ? run : path.includes('{draftId}') ? suggestion : page;

      const response = await person.send(method as 'GET', `/api${pathTo(path, id)}`, CONTENT[path]);

      expect(operation.responses).toHaveProperty(String(response.statusCode));
      expect(response.statusCode).toBeLessThan(300);
      expect(misfit(path, method, response)).toBeUndefined();
    },
  );

  it.each(operations.filter(({ operation }) => operation.requestBody))(
    '$method $path rejects invalid bodies as documented',
    async ({ method, path }) => {
      const person = await (path.startsWith('/operator') ? registerOperator(portal) : portal.register());
      const ofOperators = /^\/operator.*\/ingest\//.test(path) ? await operatorKey(portal, person) : undefined;
      const caller = ofOperators ?? (path.startsWith('/ingest') ? await person.pipeline() : person);
      const takesNothing = /\/(leave|logout|export|revoke-others|resend-verification|portal)$/.test(path);
      const nonsense = takesNothing
        ? ['a list']
        : { password: 5, code: 5, email: 5, name: [], scopes: 'all', type: true, externalId: {}, weeklyDigest: 5 };

      const response = await caller.send(method as 'POST', `/api${path}`, nonsense);

      expect(response.statusCode).toBe(400);
      expect(misfit(path, method, response)).toBeUndefined();
    },
  );
});
