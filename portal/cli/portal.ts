import { FolderInUse } from '../../db/embedded.ts';
import type { Deps } from '../../server/deps.ts';
import { readEnv } from '../../server/env.ts';
import { keyIds } from '../../server/identity/encryption-keys.ts';
import { makeDeps, openDatabase } from '../../server/make-deps.ts';
import { prepareDatabase } from '../app.ts';
import { askPortal } from '../commands/ask-portal.ts';
import { confirm } from '../commands/confirm.ts';
import { perform } from '../process/commands.ts';
import { createLog } from '../process/log.ts';
import { typedIn } from './typed-in.ts';

// `npm run portal -- COMMAND` is the operator's command line. The folder of an embedded database belongs to one
// process: a portal that runs on it does the command; where none runs, the command opens the folder itself.

let deps: Deps | undefined;

/** Opens the platform on the configured database; an embedded one may be new, or of an older version. */
async function open() {
  const env = readEnv(process.env);
  const database = await openDatabase(env);
  if (env.embedded) await prepareDatabase({ ...env, SEED_DEMO: false }, database);
  deps = await makeDeps(env, createLog('silent'), { database });
  return deps;
}

async function run(args: string[]) {
  const shell = { variables: process.env, folder: typedIn('portal'), confirm };
  try {
    return await perform(args, { open, shell });
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const env = readEnv(process.env);
    const keyId = process.env.ENCRYPTION_KEY ? keyIds(env)[0] : undefined;
    const outcome = await askPortal(env, { args, folder: shell.folder, keyId });
    return outcome ?? ({ code: 1, out: '', err: `${error.message}\n` } as const);
  } finally {
    await deps?.close().catch(() => {});
  }
}

const { code, out, err } = await run(process.argv.slice(2));
process.stdout.write(out);
process.stderr.write(err);
process.exit(code);
