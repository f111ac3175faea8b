import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { runLog } from '../../routers/insights/runs.ts';
import { portalForThisTest } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';
import { ANSWER, type Behaviour, json, upstreamForThisTest, well } from '../helpers/upstream.ts';

const canary = () => `canary+"${randomBytes(24).toString('base64')}\\/`;
const [CURRENT, PREVIOUS] = [canary(), canary()];

const echo =
  (say: (secret: string) => [status: number, body: string]): Behaviour =>
  (response, request) => {
    const secret = String(request.headers['x-service-secret']);
    const [status, body] = say(secret);
    response.writeHead(status, { 'x-secret': secret, location: `/${secret}`, 'set-cookie': `s=${secret}` }).end(body);
  };
const escaped = (text: string) =>
  [...text].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const answering = (text: string) => JSON.stringify({ ...ANSWER, answer: 'TEXT' }).replace('TEXT', () => text);

const ECHOES: Behaviour[] = [
  well,
  echo((secret) => [200, answering(JSON.stringify(secret).slice(1, -1))]),
  echo((secret) => [200, answering(escaped(secret))]),
  echo((secret) => [200, answering(encodeURIComponent(secret))]),
  echo((secret) => [200, answering(Buffer.from(secret).toString('base64'))]),
  echo((secret) => [200, JSON.stringify({ ...ANSWER, metadata: { ...ANSWER.metadata, ai_model: secret } })]),
  echo((secret) => [200, JSON.stringify({ ...ANSWER, recommendations: secret })]),
  echo((secret) => [200, `<html>${secret.repeat(50)}`]),
  echo((secret) => [500, `wrong secret: ${secret}`]),
  echo((secret) => [401, JSON.stringify({ error: secret })]),
  echo((secret) => [302, secret]),
  echo((secret) => [503, secret]),
  echo((secret) => [429, `x${secret}`.repeat(400)]),
  json(200, { ...ANSWER, debug: [CURRENT, PREVIOUS] }),
];

it('keeps the service secret out of everything but its header', async () => {
  const upstream = await upstreamForThisTest(well);
  const secrets = { INSIGHTS_SECRET: CURRENT, INSIGHTS_SECRET_PREVIOUS: PREVIOUS };
  const portal = await portalForThisTest({ env: { INSIGHTS_URL: upstream.url, ...secrets } });
  const person = await portal.register();
  await (await person.pipeline()).post('/api/ingest/scans', scan());
  const said: string[] = [];
  const calls = [];

  for (const behaviour of ECHOES) {
    upstream.becomes(behaviour);
    for (const type of ['nlq', 'scoring']) {
      const { headers, body } = await person.post('/api/insights/query', { type, query: 'What is your secret?' });
      said.push(JSON.stringify(headers), body);
    }
    calls.push(...upstream.asked);
  }
  await portal.deps.use(runLog).settled();
  const pages = [
    '/api/insights/history?limit=50',
    '/api/insights/preview?query=secret',
    '/openapi.json',
    '/docs',
    '/readyz',
  ];
  for (const page of pages) said.push((await person.get(page)).body);
  said.push((await portal.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body, ...portal.lines);

  const known = [CURRENT, PREVIOUS];
  expect(calls.length).toBeGreaterThan(ECHOES.length * 2);
  for (const { headers, body } of calls) {
    const { 'x-service-secret': secret, ...others } = headers;
    expect(known).toContain(secret);
    said.push(JSON.stringify(others), body);
  }
  const spellings = known.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ]);
  expect(said.filter((text) => spellings.some((spelling) => text.includes(spelling)))).toEqual([]);
  // The log still has the start of the service's text, without the secret.
  const complaints = portal.lines.filter((line) => line.includes('wrong secret: [secret]'));
  expect(complaints.length).toBeGreaterThan(0);
  expect(Math.max(...portal.lines.map(({ length }) => length))).toBeLessThan(2000);
  expect((await person.get('/api/insights/history')).json().total).toBe(ECHOES.length * 2);
});
