import { buildInsights } from './app.ts';

// The service as a process: its own small configuration, one port, and a word to the portal that started it, if one did.
const {
  INSIGHTS_SECRET = '',
  INSIGHTS_SECRET_PREVIOUS,
  PORT = '3100',
  HOST = '127.0.0.1',
  LOG_LEVEL = 'info',
} = process.env;
if (INSIGHTS_SECRET.length < 24) {
  process.stderr.write('INSIGHTS_SECRET must be at least 24 characters long.\n');
  process.exit(1);
}

const app = buildInsights({
  secrets: [INSIGHTS_SECRET, INSIGHTS_SECRET_PREVIOUS ?? ''].filter(Boolean),
  logLevel: LOG_LEVEL,
});
const stop = () => app.close().then(() => process.exit(0));
process.once('SIGTERM', stop);
// A portal that started it says when to stop; Ctrl-C reaches both, and the portal may still have questions under way.
process.on('SIGINT', () => process.connected || stop());
process.once('disconnect', stop);

await app.listen({ port: Number(PORT), host: HOST });
const address = app.server.address();
if (typeof address === 'object') process.send?.({ port: address?.port }, undefined, undefined, () => {});
