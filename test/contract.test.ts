import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { document } from '../openapi/document.ts';
import { issueToken } from '../routers/auth/one-time-tokens.ts';
import { API_KEY, plausibleForThisTest, SITE } from './helpers/connections.ts';
import { headerMisfit, operations } from './helpers/documented.ts';
import { exampleBody, exampleQuery } from './helpers/examples.ts';
import { unusedGrant } from './helpers/google.ts';
import { registerExample } from './helpers/grants.ts';
import { markedContent } from './helpers/marked-content.ts';
import { operatorKey, registerOperator } from './helpers/operators.ts';
import { adding, addPasskey, signingIn, softwareKey } from './helpers/passkeys.ts';
import { type Invitation, invite, type Person } from './helpers/people.ts';
import { record } from './helpers/records.ts';
import { TEMPLATE } from './helpers/reports.ts';
import { markedParts } from './helpers/scan-parts.ts';
import { scan } from './helpers/scans.ts';
import { codeOf, enrol, halfway } from './helpers/second-factor.ts';
import { SPECIFIED } from './helpers/specified.ts';
import { addon, billingForThisFile, plan } from './helpers/stripe.ts';
import { pathTo } from './helpers/wire.ts';

const { portal, stripe, subscriber } = billingForThisFile({
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_PER_CLIENT: '0',
  GOOGLE_CLIENT_ID: 'portal.apps.googleusercontent.com',
  GOOGLE_CLIENT_SECRET: 'secret-of-the-agency',
});

const ajv = addFormats.default(new Ajv2020({ strict: false, formats: { base64: true } }));
ajv.addSchema({ ...document, $id: 'portal' });

/** Where a response differs from the operation's document at its status: in its body or its headers. */
function misfit(path: string, method: string, answer: LightMyRequestResponse) {
  const { statusCode: status } = answer;
  const media = String(answer.headers['content-type']).split(';')[0] ?? '';
  const operation = operations.find((one) => one.path === path && one.method === method)?.operation;
  const response = operation?.responses[status];
  if (!response) return `${status} is not documented`;
  const pointer =
    '$ref' in response
      ? `${response.$ref}/content/${media.replace('/', '~1')}/schema`
      : `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}/content/${media.replace('/', '~1')}/schema`;
  const validate = ajv.compile({ $ref: `portal${pointer.replaceAll('{', '%7B').replaceAll('}', '%7D')}` });
  if (!validate(media === 'application/json' ? answer.json() : answer.body)) return ajv.errorsText(validate.errors);
  return operation && headerMisfit(operation, status, answer.headers);
}

/** Cookies of browsers that have asked for a code by mail, or for the challenge of a passkey. */
const asked = new WeakMap<Person, string>();

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
  async '/auth/email-code/verify'(person) {
    const { cookies } = await portal.visitor().post('/api/auth/email-code', { email: person.email });
    asked.set(person, `portal_code=${cookies[0]?.value}`);
    return { email: person.email, code: /\b\d{6}\b/.exec((await portal.mailTo(person.email)).at(-1)?.text ?? '')?.[0] };
  },
  async '/auth/account/passkeys'(person) {
    const { options, cookie } = await adding(person);
    asked.set(person, cookie);
    return { name: 'Laptop', response: softwareKey(portal).create(options) };
  },
  async '/auth/passkey/verify'(person) {
    const key = await addPasskey(portal, person);
    const { options, cookie } = await signingIn(portal);
    asked.set(person, cookie);
    return { response: key.get(options) };
  },
  async '/operator/report-schedules'(operator) {
    const { data } = (await operator.post('/api/operator/report-templates', TEMPLATE)).json();
    return { templateId: data.id, clients: { all: true }, every: 'month', day: 1, hour: 8, recipients: 'members' };
  },
  '/operator/portfolios': async ({ orgId }) => ({ name: `North ${randomUUID()}`, clientIds: [orgId] }),
  // Its only administrator cannot leave an organization.
  '/auth/org/leave': (person) => portal.join(person, 'admin').then(() => ({})),
  '/connections': connectable,
  '/operator/connections': async () => ({ grantId: await unusedGrant(portal) }),
  '/auth/2fa/confirm': async (person) => ({ code: codeOf(await enrol(person)) }),
  '/auth/2fa/disable': (person) => enrol(person).then(() => ({})),
  '/visibility/measurement/runs': (person) =>
    person
      .put('/api/visibility/measurement', {
        siteAudit: { enabled: true, startUrl: 'http://127.0.0.1:1/', maxPages: 1 },
      })
      .then(() => ({})),
  '/auth/2fa/regenerate-backup-codes': (person) => enrol(person).then(() => ({})),
};

/** A tool for the route that calls one. */
async function connectable() {
  const { url } = await plausibleForThisTest([]);
  return { kind: 'plausible', url, siteId: SITE, apiKey: API_KEY };
}

/** A person with a key, and an operator's key. */
async function callersOf(person: Person, isOperator = false) {
  const operatorPipeline = isOperator ? await operatorKey(portal, person) : undefined;
  return { person, pipeline: await person.pipeline(), operatorPipeline };
}

async function withContent() {
  const person = await portal.register();
  return { person, content: await markedContent(person, 'word') };
}

/** The values of a route that are made for its caller. */
async function own(path: string, { email, userId, orgName }: Person, invitation?: Invitation) {
  const { accounts } = portal.deps.database;
  if (path === '/auth/verify-email') return { token: await issueToken(accounts, 'email_verification', userId) };
  if (path === '/auth/reset-password') return { token: await issueToken(accounts, 'password_reset', userId) };
  if (invitation) return { token: invitation.token };
  if (/\/(login|forgot-password)$/.test(path)) return { email };
  return path === '/auth/org' ? { name: orgName } : {};
}

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

describe('every route', () => {
  // Of an organization without data, for calls that change nothing.
  let reader: Awaited<ReturnType<typeof callersOf>>;
  let readingOperator: Awaited<ReturnType<typeof callersOf>>;
  let filled: Awaited<ReturnType<typeof withContent>>;
  beforeAll(async () => {
    await registerExample(portal);
    reader = await callersOf(await portal.register());
    readingOperator = await callersOf(await registerOperator(portal), true);
    filled = await withContent();
    const pipeline = await filled.person.pipeline();
    expect((await pipeline.post('/api/ingest/scans', scan(markedParts('word')))).statusCode).toBe(201);
  });

  // Reports are made by Chromium: see test/exports.
  const made = operations.filter(({ path }) => path !== '/exports/report');
  it.each(made)('$method $path answers as documented', async ({ method, path, operation }) => {
    const isOperators = path.startsWith('/operator');
    const changesNothing = method === 'GET' || path.includes('{');
    const { person, pipeline, operatorPipeline } = changesNothing
      ? isOperators
        ? readingOperator
        : reader
      : await callersOf(isOperators ? await registerOperator(portal) : await portal.register());
    const invitation = path.endsWith('accept-invitation') ? await invite(person) : undefined;
    const body =
      (await PREPARED[path]?.(person)) ?? exampleBody({ operation }, person, await own(path, person, invitation));
    const ofOperators = isOperators && path.includes('/ingest/') ? operatorPipeline : undefined;
    const caller = ofOperators ?? (path.startsWith('/ingest') ? pipeline : invitation ? portal.visitor() : person);

    const url = `/api${pathTo(path, isOperators ? randomUUID() : person.orgId)}${exampleQuery({ operation })}`;
    const cookie = asked.get(person);
    const headers = path.endsWith('/webhook') ? stripe.sign(JSON.stringify(body)) : cookie ? { cookie } : {};
    const response = await caller.send(method as 'GET', url, method === 'GET' ? undefined : body, headers);

    const success = Object.keys(operation.responses)
      .map(Number)
      .filter((status) => status < 300);
    expect(path.includes('{') ? [404] : success).toContain(response.statusCode);
    expect(misfit(path, method, response)).toBeUndefined();
  });

  it('POST /ingest/records answers as documented where it refuses a record', async () => {
    const pipeline = await (await portal.register()).pipeline();

    const response = await pipeline.post('/api/ingest/records', [record('goal'), record('review', { rating: 6 })]);

    expect(response.json().rejected).toHaveLength(1);
    expect(misfit('/ingest/records', 'POST', response)).toBeUndefined();
  });

  it.each(
    operations.filter(({ method, path }) => method === 'GET' && path.startsWith('/visibility/') && !path.includes('{')),
  )('$method $path answers as documented with complete data', async ({ method, path }) => {
    const response = await filled.person.get(`/api${path}`);

    expect(response.statusCode).toBe(200);
    expect(misfit(path, method, response)).toBeUndefined();
  });

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
      const { person, content } = method === 'GET' ? filled : await withContent();
      const { page, suggestion, run } = content;
      const id = path.startsWith('/insights') ? run : path.includes('{draftId}') ? suggestion : page;

      const response = await person.send(
        method as 'GET',
        `/api${pathTo(path, id)}`,
        exampleBody({ operation }, person),
      );

      expect(operation.responses).toHaveProperty(String(response.statusCode));
      expect(response.statusCode).toBeLessThan(300);
      expect(misfit(path, method, response)).toBeUndefined();
    },
  );

  it.each(operations.filter(({ operation }) => operation.requestBody))(
    '$method $path rejects invalid bodies as documented',
    async ({ method, path }) => {
      const { person, pipeline, operatorPipeline } = path.startsWith('/operator') ? readingOperator : reader;
      const ofOperators = /^\/operator.*\/ingest\//.test(path) ? operatorPipeline : undefined;
      const caller = ofOperators ?? (path.startsWith('/ingest') ? pipeline : person);
      const takesNothing =
        /\/(leave|logout|export|revoke-others|invite|resend-verification|portal|measurement\/runs|passkey\/options|sso\/verify)$/.test(
          path,
        );
      const nonsense = takesNothing
        ? ['a list']
        : {
            password: 5,
            code: 5,
            email: 5,
            name: [],
            scopes: 'all',
            type: true,
            externalId: {},
            weeklyDigest: 5,
            enabled: 5,
            count: 'x',
            reason: 5,
            hour: 'x',
          };

      const response = await caller.send(method as 'POST', `/api${path}`, nonsense);

      expect(response.statusCode).toBe(400);
      expect(misfit(path, method, response)).toBeUndefined();
    },
  );
});
