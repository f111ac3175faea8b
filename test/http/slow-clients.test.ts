import { once } from 'node:events';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { dial } from '../helpers/wire.ts';

const portal = portalForThisFile();
beforeAll(async () => {
  await portal.listen();
});

/** Sends a byte at intervals until the connection closes. */
function drip(peer: ReturnType<typeof dial>, byte: string) {
  const timer = setInterval(() => peer.say(byte), 200);
  return () => clearInterval(timer);
}

/** A portal with the same timeouts, shortened for the test. */
async function impatient() {
  const opened = await portalForThisTest({ besideOthers: true });
  await opened.listen();
  Object.assign(opened.app.server, { headersTimeout: 500, requestTimeout: 1000 });
  return opened;
}

const hangUp = {
  status: 408,
  body: {
    ok: false,
    error: expect.stringMatching(/\.$/),
    code: 'VALIDATION_ERROR',
    issues: [{ path: '', message: expect.any(String) }],
  },
};

describe('a client that sends slowly', () => {
  it('has ten seconds for the headers and thirty for the request', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout } = portal.app.server;

    expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 10_000, requestTimeout: 30_000 });
    expect(keepAliveTimeout).toBeGreaterThan(0);
  });

  it('is disconnected when its headers do not end', async () => {
    const peer = dial((await impatient()).app);
    peer.say('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    const stop = drip(peer, 'x');

    const response = await peer.answer();
    stop();

    expect({ status: response.statusCode, body: JSON.parse(response.body) }).toEqual(hangUp);
    expect(response.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });

  it('is disconnected when its body does not end, without a logged error', async () => {
    const { app, lines, visitor } = await impatient();
    const peer = dial(app);
    peer.say('POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n');
    peer.say('Content-Length: 10000\r\n\r\n{');
    const stop = drip(peer, ' ');

    const response = await peer.answer();
    stop();

    expect({ status: response.statusCode, body: JSON.parse(response.body) }).toEqual(hangUp);
    expect(response.text.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    expect((await visitor().get('/healthz')).statusCode).toBe(200);
  });

  it('may disconnect in the middle of its body without a logged error', async () => {
    const lonely = await portalForThisTest({ besideOthers: true });
    await lonely.listen();
    const reached = once(lonely.app.server, 'request');
    const peer = dial(lonely.app);
    peer.say('POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n');
    peer.say('Content-Length: 10000\r\n\r\n{"email":');
    await reached;

    peer.leave();

    const connections = () => promisify(lonely.app.server.getConnections.bind(lonely.app.server))();
    await expect.poll(connections).toBe(0);
    // Any error is logged by the time that the next request is answered.
    await lonely.register();
    expect(lonely.lines.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
  });
});
