import { expect, it } from 'vitest';
import { assistant, callTool, message, sendBody } from '../helpers/assistants.ts';
import { REASON, registerOperator } from '../helpers/operators.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { ORG } from '../helpers/trail.ts';

const portal = portalForThisFile();

const LIST = message('tools/list');
const CALL = message('tools/call', { name: 'list_goals' });

it.each([
  ['no token', undefined],
  ['an unknown key', `pk_${'x'.repeat(43)}`],
  ['a text', 'no token at all'],
])('%s is refused with 401, and told to send a token', async (_what, token) => {
  const answer = await sendBody(portal, token, LIST, { 'x-forwarded-for': '10.91.0.1' });

  expect(answer.statusCode).toBe(401);
  expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
  expect(answer.json()).toMatchObject({ jsonrpc: '2.0', error: { data: { code: 'UNAUTHENTICATED' } } });
});

it('a cookie never counts, neither alone nor beside a key', async () => {
  const [person, other] = [await portal.register(), await portal.register({ orgName: 'The other one' })];
  const { key } = await person.pipeline(['read']);
  const call = message('tools/call', { name: 'get_visibility_overview' });

  const alone = await sendBody(portal, undefined, call, { cookie: person.cookie });
  const beside = await sendBody(portal, key, call, { cookie: other.cookie });
  const besideNone = await sendBody(portal, `pk_${'y'.repeat(43)}`, call, { cookie: person.cookie });

  expect([alone.statusCode, beside.statusCode, besideNone.statusCode]).toEqual([401, 200, 401]);
  expect(beside.body).toContain(person.orgName);
  expect(beside.body).not.toContain('The other one');
});

it('a key without the scope "read" is refused', async () => {
  const { key } = await (await portal.register()).pipeline(['ingest']);

  const answer = await sendBody(portal, key, LIST);

  expect([answer.statusCode, answer.json()]).toMatchObject([403, { error: { data: { code: 'FORBIDDEN' } } }]);
});

it('a deleted key ends at once', async () => {
  const person = await portal.register();
  const { key } = await person.pipeline(['read']);
  const [{ id }] = (await person.get('/api/auth/org/api-keys')).json().data;
  expect((await sendBody(portal, key, CALL)).statusCode).toBe(200);

  await person.del(`/api/auth/org/api-keys/${id}`);

  expect((await sendBody(portal, key, CALL)).statusCode).toBe(401);
});

it('a suspended organization is closed to its assistants', async () => {
  const person = await portal.register();
  const { key } = await person.pipeline(['read']);
  const operator = await registerOperator(portal);
  await operator.post(`/api/operator/clients/${person.orgId}/suspend`, { reason: REASON });

  const answers = [await sendBody(portal, key, LIST), await sendBody(portal, key, CALL)];

  for (const answer of answers)
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { error: { data: { code: 'CLIENT_SUSPENDED' } } }]);
});

it('each message counts once against the general limit, a call of a tool too', async () => {
  const limited = await portalForThisTest({ env: { RATE_LIMIT_PER_MINUTE: '12' } });
  const person = await limited.register();
  const { key } = await person.pipeline(['read']);

  const allowed = [];
  for (const body of [LIST, CALL, LIST, CALL, CALL, LIST, CALL, CALL, CALL, CALL, CALL, CALL])
    allowed.push((await sendBody(limited, key, body)).statusCode);
  const over = await sendBody(limited, key, CALL);

  expect(allowed).toEqual(Array(12).fill(200));
  expect(over.statusCode).toBe(429);
  expect(over.json()).toMatchObject({ error: { data: { code: 'RATE_LIMITED', retry_after: expect.any(Number) } } });
  expect(over.headers).toMatchObject({ 'retry-after': expect.any(String), ratelimit: expect.any(String) });
});

it('reading is in the trail: one line for each tool and hour', async () => {
  const person = await portal.register();
  const client = await assistant(portal, (await person.pipeline(['read'])).key);
  for (const name of ['list_goals', 'list_tasks', 'list_goals']) await callTool(client, name);

  const lines = (await person.get(`${ORG}?type=assistant_read`)).json().data;

  expect(lines.map(({ actor, details }: { actor: string; details: object }) => [actor, details])).toEqual([
    ['Pipeline', expect.objectContaining({ tool: 'list_tasks', assistant: 'Pipeline' })],
    ['Pipeline', expect.objectContaining({ tool: 'list_goals', assistant: 'Pipeline' })],
  ]);
});
