import { setTimeout as pause } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { shedLoad } from '../../server/http/load-shedding.ts';

async function server() {
  const app = fastify();
  // A tenth of a portal’s, so that the test takes a tenth of the processor.
  shedLoad(app, { every: 100, tooLong: 200 });
  app.get('/', async () => 'served');
  onTestFinished(() => app.close());
  await app.ready();
  return async () => (await app.inject('/')).body;
}

/** Holds the event loop for one turn that takes this much of the processor, in milliseconds. */
async function work(milliseconds: number) {
  const begun = process.threadCpuUsage();
  for (let taken = 0; taken < milliseconds * 1000; ) {
    const { user, system } = process.threadCpuUsage(begun);
    taken = user + system;
  }
  await pause(1);
}

it('requests are rejected after two long turns in succession, and served again after a short one', async () => {
  const ask = await server();

  await work(210);
  expect(await ask()).toBe('served');
  await work(210);
  expect(await ask()).toContain('The portal is busy');
  await expect.poll(ask).toBe('served');
});

it('a machine that halts rejects no request', async () => {
  const ask = await server();

  for (let halt = 0; halt < 2; halt++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 210);
    await pause(1);
  }
  expect(await ask()).toBe('served');
});
