import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { portalForThisTest } from '../helpers/portal.ts';
import { homeForThisTest, portalProcess, settle } from '../helpers/process.ts';
import { ANSWER, upstreamForThisTest } from '../helpers/upstream.ts';

/** A portal whose insights service answers on command. */
async function slowlyAnswered() {
  const answers: (() => void)[] = [];
  const upstream = await upstreamForThisTest((response) => {
    answers.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(ANSWER)));
  });
  const insights = { INSIGHTS_URL: upstream.url, INSIGHTS_SECRET: randomBytes(32).toString('base64') };
  const variables = { ...(await homeForThisTest()), ...insights, INSIGHTS_TIMEOUT_MS: '60000' };
  const portal = await portalProcess(variables);
  return { upstream, answers, variables, portal, who: await settle(portal) };
}

const refused = (port: number) => {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  return Promise.race([once(socket, 'connect').then(() => false), once(socket, 'error').then(() => true)]).catch(
    () => true,
  );
};

/** A connection on which a request has begun, whose body never ends. */
async function halfSent(port: number) {
  const half = connect(port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void half.destroy());
  half.write('POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n');
  half.write('Content-Length: 100\r\n\r\n{"email":');
  await once(half, 'connect');
}

it('on SIGTERM the portal completes pending requests, accepts no new ones, cuts a body that never ends and exits with 0', async () => {
  const { upstream, answers, variables, portal, who } = await slowlyAnswered();
  await halfSent(portal.port);
  await portal.visitor().get('/healthz', { connection: 'close' });
  const answer = who.person.post('/api/insights/query', { type: 'nlq', query: 'Why?' });
  await expect.poll(() => upstream.asked.length).toBe(1);

  const started = performance.now();
  portal.signal('SIGTERM');
  await expect.poll(() => refused(portal.port)).toBe(true);
  setTimeout(() => answers[0]?.(), 2000);
  const { status, headers, json } = await answer;
  const { code } = await portal.ended;

  expect(status).toBe(200);
  expect(json().answer).toBe(ANSWER.answer);
  expect(headers.get('connection')).toBe('close');
  expect(code).toBe(0);
  expect(performance.now() - started).toBeLessThan(9000);
  const next = await portalForThisTest({ beside: { database: { variables } } });
  const { runs } = (await next.visitor().get('/api/insights/history', { cookie: who.cookie })).json();
  expect(runs).toEqual([expect.objectContaining({ tokens_used: 321 })]);
});
