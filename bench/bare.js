import Fastify from 'fastify';

// Fastify without anything else, in JavaScript, for the time that a start takes at least.
const app = Fastify();
app.get('/healthz', async () => ({ ok: true }));
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
