import { buildInsights } from './app.ts';
import { BadConfig, type Config, readConfig } from './config.ts';

// The service as a process: its own small configuration, one port, and a word to the portal that started it, if one did.

/** After this a process that was told to end does so, whatever is under way. In milliseconds. */
const DRAIN = 9000;

// Others who start processes keep a channel to them too, and would not know what to do with these words.
const besidePortal = process.argv.includes('--beside-portal');
const tellPortal = (word: object, done = () => {}) => process.send?.(word, undefined, undefined, done);

async function serve(config: Config) {
  const app = buildInsights(config);
  let leaving = false;
  const stop = async () => {
    if (leaving) return;
    leaving = true;
    setTimeout(() => process.exit(1), DRAIN).unref();
    await app.close();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  // A portal that started it says when to stop; Ctrl-C reaches both, and the portal may still have questions under way.
  process.on('SIGINT', () => besidePortal || stop());
  process.once('disconnect', stop);

  await app.listen({ port: config.port, host: config.host }).catch(({ code }) => {
    throw new BadConfig(`PORT and HOST name an address that cannot be listened on: ${code}.`);
  });
  const address = app.server.address();
  if (besidePortal && typeof address === 'object') tellPortal({ port: address?.port });
}

// What an operator can mend is said in one line: by the portal that started this process, or else here.
try {
  await serve(readConfig(process.env));
} catch (error) {
  if (!(error instanceof BadConfig)) throw error;
  if (besidePortal) tellPortal({ refused: error.message }, () => process.exit(1));
  else {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
