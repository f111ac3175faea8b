import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadEnv } from '../../../server/bad-env.ts';
import { type Finding, failure, ok } from '../../../server/diagnosis.ts';
import { type Env, readEnv } from '../../../server/env.ts';
import { SECRETS } from '../../../server/production-faults.ts';
import { dataFolderOf } from '../backup/place.ts';

type Variables = Record<string, string | undefined>;

/** A configuration has at most so many faults: there are no more variables. */
const MOST = 80;
const STAND_IN: Variables = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };

const secret = () => randomBytes(32).toString('base64');

/**
 * The keys in the data folder, if there are any. A start would make those that are missing: the doctor changes nothing.
 */
function keptKeys(variables: Variables): Variables {
  const made = Object.fromEntries(SECRETS.map((name) => [name, secret()]));
  try {
    return { ...made, ...JSON.parse(readFileSync(join(dataFolderOf({ variables }), 'keys.json'), 'utf8')) };
  } catch {
    return made;
  }
}

const isSet = (value: string | undefined) => Boolean(value?.trim());

/** Reads the configuration past its faults: an invalid variable counts as not set, or gets a stand-in. */
export function readConfiguration(given: Variables): { env: Env | undefined; broken: Set<string>; finding: Finding } {
  const production = given.NODE_ENV?.trim() === 'production';
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => isSet(value)));
  const { INSIGHTS_SECRET, ...kept } = production ? {} : keptKeys(given);
  // Whose secret it is cannot be made up where the service runs on its own.
  let variables: Variables = { ...kept, ...(!set.INSIGHTS_URL && INSIGHTS_SECRET && { INSIGHTS_SECRET }), ...set };
  const broken = new Set<string>();
  const faults: string[] = [];
  let env: Env | undefined;
  for (let turn = 0; turn < MOST && !env; turn++) {
    try {
      env = readEnv(variables);
    } catch (error) {
      if (!(error instanceof BadEnv)) throw error;
      // The missing variable beside it is the fault; a stand-in that is refused would be refused again.
      const needed = / must be set when /.test(error.message);
      if (error.variables.some((name) => broken.has(name) && variables[name] === STAND_IN[name])) break;
      faults.push(error.message);
      for (const name of error.variables) {
        broken.add(name);
        const isSecret = needed || (SECRETS as readonly string[]).includes(name);
        variables = { ...variables, [name]: STAND_IN[name] ?? (isSecret ? secret() : undefined) };
      }
    }
  }
  const finding = faults.length > 0 ? failure(faults.join(' ')) : ok('Every variable can be used.');
  return { env, broken, finding };
}
