import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyRequest } from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { admit, type CallWeight, outside } from '../../server/http/admission.ts';
import { sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

interface Asked {
  organization?: string;
  weight?: CallWeight;
  address?: string;
}

/** A server whose calls end when the test says so; tells which are under way, and what each waited for. */
async function serve(work?: (request: FastifyRequest) => Promise<void>) {
  const app = Fastify({ trustProxy: true });
  const running: string[] = [];
  const waits: unknown[] = [];
  admit(app);
  app.addHook('onResponse', async ({ waited }) => void waits.push(waited?.for));
  app.get<{ Querystring: Asked }>('/', async (request) => {
    const { organization, weight = 'ordinary' } = request.query;
    request.organization = organization;
    await request.place?.changeTo(weight);
    running.push(organization ?? 'stranger');
    await (work?.(request) ?? end.promise);
    return 'done';
  });
  onTestFinished(() => app.close());
  const end = Promise.withResolvers<void>();
  const ask = ({ address = '192.0.2.1', ...query }: Asked) =>
    app.inject({ url: '/', query: { ...query }, headers: { 'x-forwarded-for': address } }).then(({ body }) => body);
  const many = (count: number, asked: Asked) => Array.from({ length: count }, () => ask(asked));
  const of = (organization: string) => running.filter((one) => one === organization).length;
  return { ask, many, of, waits, end: end.resolve };
}

it('of an organization sixteen calls run at once, and those of another begin at once', async () => {
  const { many, of, waits, end } = await serve();
  const busy = many(40, { organization: 'busy' });
  await expect.poll(() => of('busy')).toBe(16);
  const other = many(5, { organization: 'other' });
  await expect.poll(() => of('other')).toBe(5);

  expect(of('busy')).toBe(16);
  await pause(5);
  end();
  await Promise.all([...busy, ...other]);
  expect(of('busy')).toBe(40);
  expect(waits.filter((reason) => reason === 'organization')).toHaveLength(24);
  expect(waits.filter((reason) => reason === undefined)).toHaveLength(21);
});

it('a file for strangers keeps its place until it is read, and one for an organization does not', async () => {
  const app = Fastify({ trustProxy: true });
  const files: PassThrough[] = [];
  admit(app);
  app.get<{ Querystring: Asked }>('/', async (request, reply) => {
    request.organization = request.query.organization;
    await request.place?.changeTo('ordinary');
    const file = new PassThrough();
    files.push(file);
    return reply.send(file);
  });
  onTestFinished(() => app.close());
  const many = (count: number, query: Asked, address: string) =>
    Array.from({ length: count }, () =>
      app.inject({ url: '/', query: { ...query }, headers: { 'x-forwarded-for': address } }),
    );

  const strangers = many(70, {}, '192.0.2.1');
  await expect.poll(() => files.length).toBe(64);
  const members = many(20, { organization: 'one' }, '192.0.2.2');
  await expect.poll(() => files.length).toBe(84);
  for (const file of files.splice(0)) file.end();
  await expect.poll(() => files.length).toBe(6);
  for (const file of files) file.end();

  const answers = await Promise.all([...strangers, ...members]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
});

it('of heavy calls of an organization two run at once, and its other calls beside them', async () => {
  const { many, of, end } = await serve();
  const heavy = many(6, { organization: 'one', weight: 'heavy' });
  await expect.poll(() => of('one')).toBe(2);
  const ordinary = many(10, { organization: 'one' });

  await expect.poll(() => of('one')).toBe(12);
  end();
  await Promise.all([...heavy, ...ordinary]);
  expect(of('one')).toBe(16);
});

it('of strangers from one network 64 calls run at once, and others from elsewhere', async () => {
  const { ask, many, of, end } = await serve();
  const busy = many(100, { address: '2001:db8::1' });
  await expect.poll(() => of('stranger')).toBe(64);
  const sameNetwork = ask({ address: '2001:db8::2' });
  const other = ask({ address: '192.0.2.9' });

  await expect.poll(() => of('stranger')).toBe(65);
  end();
  await Promise.all([...busy, sameNetwork, other]);
});

it('a call that waits for something outside leaves its place to others', async () => {
  const answered = Promise.withResolvers<void>();
  const { many, of } = await serve((request) => outside(request, () => answered.promise));
  const calls = many(40, { organization: 'one' });

  await expect.poll(() => of('one')).toBe(40);
  answered.resolve();
  expect(await Promise.all(calls)).toEqual(Array(40).fill('done'));
});

it('no large body is parsed on the main thread, whatever it holds', async () => {
  const { person } = await sender(portal);
  const { key } = await person.pipeline();
  const address = await portal.listen();
  const many = <Item>(count: number, item: (n: number) => Item) => Array.from({ length: count }, (_, n) => item(n));
  const rows = many(900, (n) => record('review', { text: 'x'.repeat(3000) }, `r${n}`));
  const bodies = [
    ['records', 'application/json', JSON.stringify(rows)],
    ['records', 'application/x-ndjson', rows.map((row) => JSON.stringify(row)).join('\n')],
    ['scans', 'application/json', JSON.stringify({ ...scan(), extra: many(100_000, (n) => ({ n })) })],
    ['scans', 'application/json', JSON.stringify({ ...scan(), extra: 'x'.repeat(3_000_000) })],
  ];
  const { parse } = JSON;
  let longest = 0;
  const spy = vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    // The collector of secrets in tests reads every body.
    if (!new Error().stack?.includes('helpers/secrets')) longest = Math.max(longest, String(text).length);
    return parse(text, reviver);
  });
  onTestFinished(() => void spy.mockRestore());

  for (const [path, type = '', body = ''] of bodies) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': type };
    const { status } = await fetch(`${address}/api/ingest/${path}`, { method: 'POST', body, headers });
    expect(status).toBeLessThan(300);
    expect(body.length).toBeGreaterThan(1_000_000);
  }

  expect(longest).toBeGreaterThan(0);
  expect(longest).toBeLessThan(200_000);
});
