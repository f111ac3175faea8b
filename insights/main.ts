import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { BadConfig, type Config, readConfig } from './config.ts';
import { releaseMemory } from './release-memory.ts';

// Runs the insights service as a process. It reports to the portal that started it whether its configuration is valid.

// As in portal/start.js. The service is imported later, and so from the cache.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/portal', import.meta.url)));

/** Time to finish open requests on shutdown, in milliseconds. */
const SHUTDOWN_TIMEOUT = 9000;

/** From listening until the memory that loading took is returned to the system, in milliseconds. */
const RELEASE_AFTER = 4000;

// Other parent processes may have a channel too, but do not expect these messages.
const besidePortal = process.argv.includes('--beside-portal');
const notifyPortal = (message: object, done = () => {}) => process.send?.(message, undefined, undefined, done);

async function serve(config: Config) {
  const [{ buildInsights }, { startTelemetry }, { Registry }] = await Promise.all([
    import('./app.ts'),
    import('../telemetry/start.ts'),
    import('prom-client'),
  ]);
  const registry = new Registry();
  const app = buildInsights({ ...config, registry });
  const stopTelemetry = await startTelemetry({
    service: 'portal-insights',
    metrics: registry,
    warn: (sentence, error) => app.log.warn({ err: error }, sentence),
  });
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT).unref();
    await app.close();
    await stopTelemetry();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  // Ctrl-C reaches both processes; the portal may still have open questions and stops this one itself.
  process.on('SIGINT', () => besidePortal || stop());
  process.once('disconnect', stop);

  await app.listen({ port: config.port, host: config.host }).catch(({ code }) => {
    throw new BadConfig(`Cannot listen on the address of PORT and HOST: ${code}.`);
  });
  setTimeout(releaseMemory, RELEASE_AFTER).unref();
}

// Configuration errors are reported in one line, by the parent portal or on standard error.
try {
  const config = readConfig(process.env);
  if (besidePortal) notifyPortal({ accepted: true });
  await serve(config);
} catch (error) {
  if (!(error instanceof BadConfig)) throw error;
  if (besidePortal) notifyPortal({ refused: error.message }, () => process.exit(1));
  else {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
