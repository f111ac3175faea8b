import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { z } from 'zod';
import type { Database } from '../../../db/database.ts';
import { freeBytesOf } from '../../../db/disk-guard.ts';
import { type Command, CommandRefused, NotUnderstood, type Shell } from '../../../server/command.ts';
import { type Diagnosis, type Examined, type Finding, warning } from '../../../server/diagnosis.ts';
import type { Domain } from '../../../server/domain.ts';
import { seconds } from '../../../server/durations.ts';
import type { Env } from '../../../server/env.ts';
import { openDatabase } from '../../../server/make-deps.ts';
import { askPortal } from '../ask-portal.ts';
import { clock, time } from './clock.ts';
import { readConfiguration } from './configuration.ts';
import { databaseDiagnoses } from './database.ts';
import { disk } from './disk.ts';
import { examine, type Result } from './examine.ts';
import { mailNeeded } from './mail-needed.ts';
import { NoDatabase } from './of-database.ts';
import { passwords } from './passwords.ts';
import { production } from './production.ts';
import { services } from './services.ts';
import { timeZones } from './time-zones.ts';

const CHECKED_BY_PORTAL = 'database,replica,rights,migrations,keys,time,time-zones,mail';
const TIMEOUT = seconds(35);

const Results = z.array(
  z.object({ check: z.string(), state: z.enum(['ok', 'warning', 'failure']), message: z.string() }),
);

/** Opens the database of the configuration once, however many checks ask for it; never makes or migrates one. */
function opener(env: Env, portal: Shell['portal']) {
  let opened: Promise<Database> | undefined;
  const open = async () => {
    if (portal) return portal.database;
    if (env.embedded && !existsSync(join(env.DATA_DIR, 'postgres'))) throw new NoDatabase();
    return openDatabase(env);
  };
  return {
    database() {
      opened ??= open();
      return opened;
    },
    close: async () => (portal ? undefined : opened?.then((database) => database.close()).catch(() => {})),
  };
}

/** Asks the portal that holds the data folder for the checks of its database, once. */
function portalOf(env: Env, folder: string) {
  const args = ['doctor', '--json', '--only', CHECKED_BY_PORTAL];
  let asked: Promise<Result[]> | undefined;
  const ask = async () => {
    const outcome = await askPortal(env, { args, folder }, TIMEOUT);
    return Results.safeParse(JSON.parse(outcome?.out || '[]')).data ?? [];
  };
  return async (check: string): Promise<Finding> => {
    asked ??= ask();
    const { state, message } =
      (await asked.catch(() => [])).find((result) => result.check === check) ??
      warning(
        'Not checked: another process has locked DATA_DIR, and does not answer. If it is no portal of yours, end it.',
      );
    return { state, message };
  };
}

interface Means extends Pick<Shell, 'variables' | 'folder' | 'portal'> {
  freeBytes?: (folder: string) => Promise<number>;
}

/** Examines everything, side by side. `only` names some checks. */
export async function examineAll(
  domains: Domain[],
  { variables, folder, portal, freeBytes = freeBytesOf }: Means,
  only?: string[],
): Promise<Result[]> {
  const isWanted = ({ check }: { check: string }) => only === undefined || only.includes(check);
  const { env, broken, finding } = readConfiguration(variables);
  const configuration = [{ check: 'configuration', ...finding }].filter(isWanted);
  if (!env) return configuration;

  const { database, close } = opener(env, portal);
  const subject: Examined = { env, log: pino({ level: 'silent' }), database, freeBytes };
  const circumstances = { broken, askPortal: portalOf(env, folder) };
  const diagnoses: Diagnosis[] = [
    production,
    ...databaseDiagnoses(domains),
    time,
    timeZones,
    mailNeeded,
    disk,
    passwords,
    ...services,
    ...domains.flatMap((domain) => domain.diagnoses ?? []),
    clock,
  ];
  const wanted = diagnoses.filter(isWanted);
  const results = await Promise.all(wanted.map((diagnosis) => examine(diagnosis, subject, circumstances)));
  // A database that does not answer may not close either.
  await Promise.race([close(), new Promise((done) => setTimeout(done, seconds(5)).unref())]);
  return [...configuration, ...results];
}

export const doctor = (domains: Domain[]): Command => ({
  form: '[--only CHECK,…] [--json]',
  does: 'Checks the configuration, the database, the machine and the servers that the portal uses, and says what to do.',
  async run(args, _open, shell) {
    const options = { json: { type: 'boolean', default: false }, only: { type: 'string' } } as const;
    const { values } = parseArgs({ args, options });
    const results = await examineAll(domains, shell, values.only?.split(','));
    if (results.length === 0) throw new NotUnderstood(`"${values.only}" is no check`);

    const lines = values.json
      ? [JSON.stringify(results)]
      : results.map(({ check, state, message }) => `${state.padEnd(7)}  ${check.padEnd(13)}  ${message}`);
    const failed = results.filter(({ state }) => state === 'failure').length;
    if (failed > 0) throw new CommandRefused(`${failed} of ${results.length} checks failed.`, lines);
    return lines;
  },
});
