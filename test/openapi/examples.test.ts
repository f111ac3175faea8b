import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEMO } from '../../demo/seed.ts';
import { document } from '../../openapi/document.ts';
import { seedDemoOf } from '../helpers/demo.ts';
import { operations } from '../helpers/documented.ts';
import { registerExample } from '../helpers/grants.ts';
import { registerOperator } from '../helpers/operators.ts';
import { billingForThisFile } from '../helpers/stripe.ts';

const { portal, stripe } = billingForThisFile();

const ajv = addFormats.default(new Ajv2020({ strict: false, formats: { base64: true } }));
ajv.addSchema({ ...document, $id: 'portal' });

const bodies = operations.flatMap(({ operation: { requestBody }, ...rest }) => {
  const { 'application/json': json, 'application/x-ndjson': lines } = requestBody?.content ?? {};
  return json ? [{ ...rest, example: json.example, lines: lines?.example }] : [];
});

/** Examples that cannot succeed as sent, and why. */
const UNSENDABLE: Record<string, string> = {
  'POST /auth/verify-email': 'needs the token of a mail',
  'POST /auth/reset-password': 'needs the token of a mail',
  'POST /auth/accept-invitation': 'needs the token of a mail',
  'POST /auth/email-code/verify': 'needs the code of a mail',
  'POST /auth/account/passkeys': 'needs the answer of an authenticator',
  'POST /auth/passkey/verify': 'needs the answer of an authenticator',
  'DELETE /auth/account': 'ends the account that the other examples need',
  'DELETE /auth/org': 'closes the organization that the other examples need',
  'POST /auth/org/leave': 'the only administrator cannot leave',
  'POST /auth/org/switch': 'needs the id of an organization',
  'POST /auth/2fa/confirm': 'needs a code of an authenticator',
  'POST /auth/2fa/disable': 'needs a code of an authenticator',
  'POST /auth/2fa/regenerate-backup-codes': 'needs a code of an authenticator',
  'POST /auth/2fa/verify-login': 'needs a code of an authenticator',
  'POST /auth/2fa/verify-backup-code': 'needs a backup code',
  'POST /operator/clients/bulk': 'needs the ids of clients',
  'POST /visibility/measurement/runs': 'needs an assistant to ask',
  'POST /operator/report-schedules': 'needs the id of a template',
  'POST /connections': 'needs a tool that accepts the key',
  'POST /connections/google/authorize': 'needs a client at Google',
  'POST /operator/connections': 'needs a service account at Google',
  'POST /operator/connections/google/authorize': 'needs a client at Google',
};

const sendable = bodies.filter(({ name, path }) => !(name in UNSENDABLE) && !path.includes('{'));

/** Members for the operations that change how an account signs in; the others are called by the administrator. */
const CALLERS: Record<string, string> = {
  'POST /auth/account/change-password': 'tomas@harborstreetdental.example',
  'POST /auth/2fa/setup': 'priya@harborstreetdental.example',
};

async function signIn(email: string) {
  const visitor = portal.visitor();
  const { cookies } = await visitor.post('/api/auth/login', { ...DEMO, email });
  const session = cookies.find(({ name }) => name === 'portal_session');
  if (!session?.value) throw new Error(`${email} cannot sign in.`);
  return { ...visitor, headers: { cookie: `portal_session=${session.value}` } };
}

/** The headers that an operation needs. */
async function headersFor(name: string, path: string, body: string, session: Record<string, string>) {
  if (path === '/billing/webhook') return stripe.sign(body);
  if (path.startsWith('/operator/')) return { cookie: (await registerOperator(portal)).cookie };
  if (!path.startsWith('/ingest/')) return session;
  const pipeline = { name: `Pipeline for ${name}`, scopes: ['ingest'] };
  const created = await portal.visitor().post('/api/auth/org/api-keys', pipeline, session);
  return { authorization: `Bearer ${created.json().key}` };
}

beforeAll(async () => {
  await seedDemoOf(portal);
  await registerExample(portal);
});

describe('The example of a request body', () => {
  it.each(bodies)('exists and fits its schema: $name', ({ path, method, example }) => {
    const operation = `${path.replaceAll('/', '~1')}/${method.toLowerCase()}`;
    const pointer = encodeURI(`/paths/${operation}/requestBody/content/application~1json/schema`);
    const validate = ajv.compile({ $ref: `portal#${pointer}` });

    expect(example).toBeDefined();
    expect(validate(example) ? undefined : ajv.errorsText(validate.errors)).toBeUndefined();
  });

  it.each(sendable)('is accepted by the demo portal as sent: $name', async ({ name, method, path, example, lines }) => {
    const person = await signIn(CALLERS[name] ?? DEMO.email);
    const body = JSON.stringify(example);
    const headers = await headersFor(name, path, body, person.headers);
    const send = (type: string, text: string) =>
      person.send(method as 'POST', `/api${path}`, text, { ...headers, 'content-type': type });

    const responses = [
      await send('application/json', body),
      ...(lines ? [await send('application/x-ndjson', String(lines))] : []),
    ];

    expect(responses.filter(({ statusCode }) => statusCode >= 300).map((one) => one.body)).toEqual([]);
  });

  it('is sent unless it needs something that no example can have', () => {
    expect(Object.keys(UNSENDABLE).filter((name) => !bodies.some((body) => body.name === name))).toEqual([]);
  });
});
