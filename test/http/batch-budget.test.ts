import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { initTRPC } from '@trpc/server';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { TIMEOUTS } from '../../server/timeouts.ts';
import type { RequestContext } from '../../server/trpc/context.ts';
import { rpc } from '../../server/trpc/endpoint.ts';

type Work = (request: FastifyRequest) => Promise<unknown>;

/** A router of a query that runs `work`, served alone; tells how often it began. */
async function serve(work: Work) {
  const t = initTRPC.context<{ request: FastifyRequest }>().create();
  const begun = vi.fn(work);
  const router = t.router({
    read: t.procedure.query(({ ctx }) => begun(ctx.request)),
  });
  const app = Fastify();
  onTestFinished(() => app.close());
  app.decorateRequest('answered', 0);
  app.decorateRequest('holdAnswer', () => {});
  rpc(app, router, (request: FastifyRequest, reply: FastifyReply) => ({ request, reply }) as RequestContext);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, begun, port: (app.server.address() as AddressInfo).port };
}

const batch = (path: string, count: number) => `/trpc/${Array(count).fill(path).join()}?batch=1`;

it('does not begin the rest of a batch of queries whose client has left', async () => {
  const left = Promise.withResolvers<void>();
  const { app, begun, port } = await serve(async ({ socket }) => {
    const closed = once(socket, 'close');
    client.destroy();
    await closed;
    left.resolve();
  });

  const client = connect(port, '127.0.0.1');
  client.write(`GET ${batch('read', 5)} HTTP/1.1\r\nhost: portal\r\n\r\n`);
  await left.promise;
  await app.close();

  expect(begun).toHaveBeenCalledTimes(1);
});

it('does not begin a call after the time of a batch', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { app, begun } = await serve(async () => {
    vi.advanceTimersByTime(TIMEOUTS.batch / 2);
    return 'done';
  });

  const response = await app.inject(batch('read', 4));

  expect(begun).toHaveBeenCalledTimes(2);
  expect(response.statusCode).toBe(207);
  const [first, second, third, fourth] = response.json();
  expect([first, second]).toEqual(Array(2).fill({ result: { data: 'done' } }));
  expect([third.error.message, fourth.error.message]).toEqual(
    Array(2).fill('The calls before this one took too long. Please send it again.'),
  );
});
