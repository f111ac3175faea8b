import Fastify from 'fastify';

/** Fastify alone, sending the bytes that the others work for: what HTTP itself costs. */
export async function bare() {
  const body = process.env.BENCH_BODY ?? '{}';
  const app = Fastify();
  app.get('/api/visibility/scores', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(body),
  );
  return app;
}
