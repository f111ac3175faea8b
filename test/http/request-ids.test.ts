import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { sendRaw } from '../helpers/wire.ts';

const portal = portalForThisFile({ own: true });

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The access line of the answer. */
const lineOf = ({ headers }: { headers: Record<string, unknown> }) =>
  portal.lines
    .map((line) => JSON.parse(line))
    .find(({ reqId, status }) => reqId === headers['x-request-id'] && status !== undefined);

describe('an X-Request-Id of sane shape', () => {
  it.each(['a', 'gateway-7.req_0042', 'x'.repeat(128), '019c6512-7c40-7d3e-9a51-2f6b8c0d4e17'])(
    'is answered and is the id in the log: %s',
    async (id) => {
      const [rest, rpc, missing] = [
        await portal.visitor().get('/api/visibility/scores', { 'x-request-id': id }),
        await portal.visitor().post('/trpc/auth.login', {}, { 'x-request-id': id }),
        await portal.visitor().get('/nothing', { 'x-request-id': id }),
      ];

      expect([rest, rpc, missing].map(({ headers }) => headers['x-request-id'])).toEqual([id, id, id]);
      expect(lineOf(rest)).toMatchObject({ reqId: id, method: 'GET', path: '/api/visibility/scores', status: 401 });
    },
  );
});

describe('an X-Request-Id of another shape', () => {
  it.each(['', 'x'.repeat(129), 'two words', 'a,b', '{"level":60}', '../../etc', 'ünïcode', '%0a', 'a;b', '"quoted"'])(
    'is replaced, and is not in the log: %j',
    async (id) => {
      const response = await portal.visitor().get('/api/visibility/scores', { 'x-request-id': id });

      expect(response.headers['x-request-id']).toMatch(UUID);
      expect(lineOf(response)).toMatchObject({ status: 401 });
      if (id) expect(portal.lines.join('')).not.toContain(id);
    },
  );

  it('is replaced when there are two', async () => {
    await portal.listen();

    const answer = await sendRaw(portal.app, 'GET /healthz', { 'X-Request-Id': 'one\r\nX-Request-Id: two' });

    expect(answer.headers['x-request-id']).toMatch(UUID);
  });
});

describe('a traceparent', () => {
  it('is in the log line of its request', async () => {
    const response = await portal.visitor().get('/api/visibility/scores', { traceparent: TRACE });

    expect(lineOf(response)).toMatchObject({ traceparent: TRACE, status: 401 });
  });

  it('is in the other lines of its request', async () => {
    const person = await portal.register();
    const { accounts: db } = portal.deps.database;
    await db.execute('alter table goals rename to goals_away');
    const response = await person.get('/api/dashboard/goals', { traceparent: TRACE });
    await db.execute('alter table goals_away rename to goals');

    const lines = portal.lines.map((line) => JSON.parse(line));
    const failed = lines.find(({ reqId, err }) => reqId === response.headers['x-request-id'] && err);
    expect(response.statusCode).toBe(500);
    expect(failed).toMatchObject({ traceparent: TRACE });
  });

  it.each([
    '',
    'nonsense',
    TRACE.toUpperCase(),
    `${TRACE}-more`,
    TRACE.replace('00-', 'ff-'),
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`,
    `${TRACE}, ${TRACE}`,
  ])('of another shape is left out: %j', async (traceparent) => {
    const response = await portal.visitor().get('/api/visibility/scores', { traceparent });

    expect(lineOf(response)).not.toHaveProperty('traceparent');
  });
});
