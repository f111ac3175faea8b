import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort, homeForThisTest, isAlive, launch, portalProcess, settle } from '../helpers/process.ts';
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

describe('on SIGTERM the portal', () => {
  it('completes pending requests, accepts no new ones and exits with 0', async () => {
    const { upstream, answers, variables, portal, who } = await slowlyAnswered();
    const answer = who.person.post('/api/insights/query', { type: 'nlq', query: 'Why?' });
    await expect.poll(() => upstream.asked.length).toBe(1);

    portal.signal('SIGTERM');
    await expect.poll(() => refused(portal.port)).toBe(true);
    setTimeout(() => answers[0]?.(), 2000);
    const { status, headers, json } = await answer;
    const { code } = await portal.ended;

    expect(status).toBe(200);
    expect(json().answer).toBe(ANSWER.answer);
    expect(headers.get('connection')).toBe('close');
    expect(code).toBe(0);
    const next = await portalProcess(variables);
    const { runs } = (await next.visitor().get('/api/insights/history', { cookie: who.cookie })).json();
    expect(runs).toEqual([expect.objectContaining({ tokens_used: 321 })]);
  });

  it('does not wait for connections that are idle or without a request, and announces the end of others', async () => {
    const portal = await portalProcess(await homeForThisTest());
    const [idle, busy] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true, maxSockets: 1 })];
    onTestFinished(() => [idle, busy].forEach((agent) => void agent.destroy()));
    const ask = async (agent: Agent) => {
      const [response] = await once(request(`${portal.url}/healthz`, { agent }).end(), 'response');
      await once(response.resume(), 'end');
      return response.headers.connection as string;
    };
    const silent = connect(portal.port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void silent.destroy());
    await once(silent, 'connect');
    // Connections are accepted in order: these answers prove that the silent one is open.
    expect([await ask(idle), await ask(busy)]).toEqual(['keep-alive', 'keep-alive']);

    const started = performance.now();
    portal.signal('SIGTERM');
    let last = 'keep-alive';
    while (last === 'keep-alive') last = await ask(busy);
    const { code } = await portal.ended;

    expect([last, code]).toEqual(['close', 0]);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('ends within ten seconds despite a hanging run, and logs that run', async () => {
    const { upstream, variables, portal, who } = await slowlyAnswered();
    const lost = who.person.post('/api/insights/query', { type: 'nlq', query: 'Why?' }).catch(() => undefined);
    await expect.poll(() => upstream.asked.length).toBe(1);

    const started = performance.now();
    portal.signal('SIGTERM');
    await portal.ended;
    const took = performance.now() - started;
    await lost;
    const next = await portalProcess(variables);
    const history = async () => (await next.visitor().get('/api/insights/history', { cookie: who.cookie })).json();

    expect(took).toBeLessThan(10_500);
    await expect.poll(async () => (await history()).total, { timeout: 30_000, interval: 1000 }).toBe(1);
    expect((await history()).runs[0].result_data).toEqual({
      error: { code: expect.any(String), message: expect.any(String) },
    });
  });

  it('ends during its start', async () => {
    const portal = launch({ ...(await homeForThisTest()), PORT: '0' });
    onTestFinished(() => portal.kill());
    await new Promise((started) => setTimeout(started, 700));

    portal.signal('SIGTERM');
    const ended = await Promise.race([portal.ended, new Promise((late) => setTimeout(late, 20_000, 'too late'))]);

    expect(ended).not.toBe('too late');
  });

  it('cuts a request whose body never ends, and exits with 0', async () => {
    const portal = await portalProcess(await homeForThisTest());
    const half = connect(portal.port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void half.destroy());
    half.write('POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n');
    half.write('Content-Length: 100\r\n\r\n{"email":');
    await once(half, 'connect');
    await portal.visitor().get('/healthz', { connection: 'close' });

    const started = performance.now();
    portal.signal('SIGTERM');
    const { code } = await portal.ended;

    expect(code).toBe(0);
    expect(performance.now() - started).toBeLessThan(9000);
  });

  it('ends at once on a second signal, and logs it', async () => {
    const { upstream, portal, who } = await slowlyAnswered();
    who.person.post('/api/insights/query', { type: 'nlq', query: 'Why?' }).catch(() => undefined);
    await expect.poll(() => upstream.asked.length).toBe(1);

    portal.signal('SIGTERM');
    await pause(1500);
    expect(portal.causeOfDeath()).toBeUndefined();
    portal.signal('SIGTERM');
    const { code } = await portal.ended;

    // A drain would have ended with 0.
    expect(code).toBe(1);
    expect(portal.log().map(({ msg }) => msg)).toContain('Ending at once on a second signal, without draining.');
  });

  it('drains when the npm that started it is killed', async () => {
    const variables = { ...(await homeForThisTest()), PORT: String(await freePort()) };
    const npm = spawn('npm', ['start'], { env: { ...process.env, ...variables }, stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    npm.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    onTestFinished(() => void npm.kill('SIGKILL'));
    await expect.poll(() => output).toContain('listens on');
    const pid = Number(/"pid":(\d+)/.exec(output)?.[1]);
    expect(isAlive(pid)).toBe(true);

    npm.kill('SIGKILL');

    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});
