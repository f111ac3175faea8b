import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folderForThisTest } from '../helpers/folder.ts';
import { record } from '../helpers/records.ts';

const NONE = { ok: true, accepted: 1, updated: 0, unchanged: 0, rejected: [] };

type Answer = (response: ServerResponse) => unknown;

const busy =
  (status: number, after?: string): Answer =>
  (response) =>
    response.writeHead(status, after ? { 'retry-after': after } : {}).end('{"ok":false,"error":"Busy."}');
const taken: Answer = (response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(NONE));
const hangsUp: Answer = (response) => response.socket?.destroy();
const redirects: Answer = (response) => response.writeHead(308, { location: 'http://127.0.0.1:1/' }).end();

/** A portal that answers as told, the last answer for ever, and what it was sent. */
async function moody(...answers: Answer[]) {
  const seen: { at: number; body: string; key: string | undefined }[] = [];
  const server = createServer(async (request, response) => {
    const at = performance.now();
    const body = await text(request);
    const answer = answers[Math.min(seen.length, answers.length - 1)];
    seen.push({ at, body, key: request.headers.authorization });
    answer?.(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, seen };
}

async function ingest(url: string) {
  const path = join(await folderForThisTest(), 'goals.ndjson');
  await writeFile(path, JSON.stringify(record('goal')));
  const env = { PATH: process.env.PATH, PORTAL_URL: url, PORTAL_API_KEY: 'pk_test' };
  return new Promise<{ code: number; out: string; err: string }>((done) => {
    execFile(process.execPath, ['portal/cli/ingest.ts', path], { env }, (error, out, err) =>
      done({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}

describe('npm run ingest: retries', () => {
  it('repeats the same request after Retry-After when the portal is busy or hangs up', async () => {
    const { url, seen } = await moody(busy(429, '1'), hangsUp, busy(503), busy(503, '0.01'), taken);

    const { code, out } = await ingest(url);

    expect([code, out]).toEqual([0, 'Records: 1 accepted, 0 updated, 0 unchanged, 0 rejected.\n']);
    expect(seen).toHaveLength(5);
    expect(new Set(seen.map(({ body }) => body)).size).toBe(1);
    expect((seen[1]?.at ?? 0) - (seen[0]?.at ?? 0)).toBeGreaterThan(950);
  });

  it('gives up when the portal stays busy, and reports unsent entries', async () => {
    const { url, seen } = await moody(busy(503, '0.01'));

    const { code, out, err } = await ingest(url);

    expect([code, out]).toEqual([1, 'Records: 0 accepted, 0 updated, 0 unchanged, 0 rejected.\n']);
    expect(err).toMatch(/cannot be reached: it answered 503\.\nThe remaining entries were not sent/);
    expect(seen).toHaveLength(8);
  });

  it('says why, and does not wait for a limit of a whole day', async () => {
    const { url, seen } = await moody(busy(429, '80000'));

    const { code, err } = await ingest(url);

    expect(code).toBe(1);
    expect(err).toContain('answered 429: Busy.');
    expect(seen).toHaveLength(1);
  });

  it('fails at once when the portal is unreachable', async () => {
    const { code, err } = await ingest('http://127.0.0.1:1');

    expect(code).toBe(1);
    expect(err).toContain('The portal at http://127.0.0.1:1 cannot be reached');
  });

  it('does not follow redirects with the API key', async () => {
    const { url, seen } = await moody(redirects);

    const { code, err } = await ingest(url);

    expect(code).toBe(1);
    expect(err).toContain('answered 308');
    expect(seen).toHaveLength(1);
  });

  it('does not retry after a 500', async () => {
    const { url, seen } = await moody(busy(500));

    const { code, err } = await ingest(url);

    expect(code).toBe(1);
    expect(err).toContain('answered 500: Busy.');
    expect(seen).toHaveLength(1);
  });
});
