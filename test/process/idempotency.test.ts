import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { askingProcess } from '../helpers/asking-process.ts';
import { onServer } from '../helpers/database.ts';
import { homeForThisTest, portalProcess, settle } from '../helpers/process.ts';
import { wireTo } from '../helpers/tcp-proxy.ts';
import { type Behaviour, json, silent, well } from '../helpers/upstream.ts';

const QUESTION = { type: 'nlq', query: 'Why?' };

it('a question whose process was killed is asked again under its Idempotency-Key', async () => {
  const { upstream, variables, portal } = await askingProcess(await homeForThisTest(), silent);
  const { person, cookie } = await settle(portal);
  const key = { 'idempotency-key': randomUUID() };
  const lost = person.post('/api/insights/query', QUESTION, key).catch(() => 'lost');
  await expect.poll(() => upstream.asked.length).toBe(1);

  await portal.kill();
  upstream.becomes();
  const second = await portalProcess(variables);
  const again = await second.visitor().post('/api/insights/query', QUESTION, { ...key, cookie });
  const replay = await second.visitor().post('/api/insights/query', QUESTION, { ...key, cookie });

  expect(await lost).toBe('lost');
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null]);
  expect([replay.text, replay.headers.get('idempotent-replayed')]).toEqual([again.text, 'true']);
  // Counted from the restart on.
  expect(upstream.asked).toHaveLength(1);
});

describe.skipIf(!onServer())('twenty POSTs with one Idempotency-Key in two processes', () => {
  it('ask one question and create one page', async () => {
    const { upstream, variables, portal } = await askingProcess(await homeForThisTest());
    const portals = [portal, await portalProcess(variables)];
    const { cookie } = await settle(portal);
    const key = { 'idempotency-key': randomUUID(), cookie };
    const pageKey = { 'idempotency-key': randomUUID(), cookie };
    const visitors = Array.from({ length: 20 }, (_, turn) => (portals[turn % 2] ?? portal).visitor());

    const answers = await Promise.all(visitors.map((visitor) => visitor.post('/api/insights/query', QUESTION, key)));
    const pages = await Promise.all(
      visitors.map((visitor) => visitor.post('/api/cms/pages', { title: 'One', content: '# One' }, pageKey)),
    );
    const list = (await portal.visitor().get('/api/cms/pages', { cookie })).json();

    expect(upstream.asked).toHaveLength(1);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(pages[0]?.status).toBe(201);
    expect(list).toHaveLength(1);
  });
});

it.skipIf(!onServer())(
  'a question whose outcome cannot be stored, as the database is away, is asked again only if it has failed',
  async () => {
    let release: () => void = () => {};
    const home: Record<string, string> = await homeForThisTest();
    const far = new URL(home.DATABASE_URL ?? '');
    const wire = await wireTo({ host: far.hostname, port: Number(far.port || 5432) });
    [far.hostname, far.port] = ['127.0.0.1', String(wire.port)];
    const { upstream, portal } = await askingProcess({ ...home, DATABASE_URL: far.href });
    const { person } = await settle(portal);
    const twice = async (outcome: Behaviour) => {
      upstream.becomes((response, request) => {
        release = () => void outcome(response, request);
      }, well);
      const key = { 'idempotency-key': randomUUID() };
      const asked = person.post('/api/insights/query', QUESTION, key);
      await expect.poll(() => upstream.asked.length).toBe(1);
      wire.refuse();
      release();
      const { status } = await asked;
      await wire.heal();
      const again = await person.post('/api/insights/query', QUESTION, key);
      return [status < 300, again.status, again.headers.get('idempotent-replayed'), upstream.asked.length];
    };

    expect(await twice(well)).toEqual([true, 200, 'true', 1]);
    expect(await twice(json(400, {}))).toEqual([false, 200, null, 2]);
  },
);
