import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { boundConnections } from '../../server/http/connections.ts';
import { sendProblem } from '../../server/http/problem.ts';

const KIB = 1024;

/** A route that holds `bytes` as a batch does between its calls, until the test ends the wait. */
async function serve() {
  const app = Fastify();
  boundConnections(
    app,
    { TRUST_PROXY: [], DATABASE_POOL: 10 },
    { connections: 100, unread: { total: 10_000 * KIB, each: 100 * KIB }, stalled: 60_000 },
  );
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, error));
  const end = Promise.withResolvers<void>();
  const held: number[] = [];
  app.get<{ Querystring: { bytes: number } }>('/', async (request) => {
    request.holdAnswer(Number(request.query.bytes));
    held.push(Number(request.query.bytes));
    await end.promise;
    return 'x'.repeat(Number(request.query.bytes));
  });
  onTestFinished(() => app.close());
  const statusOf = async (bytes: number) => (await app.inject(`/?bytes=${bytes}`)).statusCode;
  return { statusOf, held, end: end.resolve };
}

it('answers that batches keep between their calls share the budget of unread ones, and are counted once', async () => {
  const { statusOf, held, end } = await serve();
  const kept = [statusOf(60 * KIB), statusOf(30 * KIB)];
  await expect.poll(() => held.length).toBe(2);

  expect(await statusOf(20 * KIB)).toBe(503);
  end();
  expect(await Promise.all(kept)).toEqual([200, 200]);
  expect(await statusOf(90 * KIB)).toBe(200);
});
