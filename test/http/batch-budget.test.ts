import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { initTRPC } from '@trpc/server';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { TIMEOUTS } from '../../server/timeouts.ts';
import type { RequestContext } from '../../server/trpc/context.ts';
import { rpc } from '../../server/trpc/endpoint.ts';

type Work = (request: FastifyRequest) => Promise<unknown>;

/** A router of a query and a mutation that run `work`, served alone; tells how often it began and when it ended. */
async function serve(work: Work) {
  const t = initTRPC.context<{ request: FastifyRequest }>().create();
  const begun = vi.fn(work);
  const router = t.router({
    read: t.procedure.query(({ ctx }) => begun(ctx.request)),
    change: t.procedure.mutation(({ ctx }) => begun(ctx.request)),
  });
  const app = Fastify();
  const answered = Promise.withResolvers<void>();
  app.addHook('onSend', async () => answered.resolve());
  onTestFinished(() => app.close());
  app.decorateRequest('answered', 0);
  app.decorateRequest('holdAnswer', () => {});
  const caller = { kind: 'stranger' };
  rpc(app, router, (request: FastifyRequest, reply: FastifyReply) => ({ request, reply, caller }) as RequestContext);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, begun, answered: answered.promise, port: (app.server.address() as AddressInfo).port };
}

const batch = (path: string, count: number) => `/trpc/${Array(count).fill(path).join()}?batch=1`;

/** Leaves during the first call of a batch; tells how many calls began. */
async function leaveDuring(method: 'GET' | 'POST', path: string) {
  const { begun, answered, port } = await serve(async ({ socket }) => {
    if (socket.destroyed) return;
    const closed = once(socket, 'close');
    client.destroy();
    await closed;
  });

  const client = connect(port, '127.0.0.1');
  client.write(`${method} ${batch(path, 5)} HTTP/1.1\r\nhost: portal\r\ncontent-length: 0\r\n\r\n`);
  await answered;
  return begun.mock.calls.length;
}

it('does not begin the rest of a batch of queries whose client has left', async () => {
  expect(await leaveDuring('GET', 'read')).toBe(1);
});

it('makes all changes of a batch whose client has left', async () => {
  expect(await leaveDuring('POST', 'change')).toBe(5);
});

/** Sends a batch of four calls, each of which takes half of the time of a batch. */
async function takeLong(method: 'GET' | 'POST', path: string) {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { app } = await serve(async () => {
    vi.advanceTimersByTime(TIMEOUTS.batch / 2);
    return 'done';
  });
  const response = await app.inject({ method, url: batch(path, 4) });
  return { status: response.statusCode, retryAfter: response.headers['retry-after'], answers: response.json() };
}

const done = { result: { data: 'done' } };

it('refuses the queries of a batch that have not begun within its time', async () => {
  const refused = { error: { message: 'The calls before this one took too long. Please send it again.' } };

  const { status, retryAfter, answers } = await takeLong('GET', 'read');

  expect([status, retryAfter]).toEqual([207, '5']);
  expect(answers).toMatchObject([done, done, refused, refused]);
});

it('makes all changes of a batch, which may have waited for its body', async () => {
  expect(await takeLong('POST', 'change')).toMatchObject({ status: 200, answers: [done, done, done, done] });
});
