import Fastify from 'fastify';

/** Fastify with a constant body of the same bytes: the cost of HTTP alone. */
export async function bare() {
  const body = process.env.BENCH_BODY ?? '{}';
  const app = Fastify();
  app.get('/api/visibility/scores', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(body),
  );
  return app;
}
