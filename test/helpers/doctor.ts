import { randomBytes } from 'node:crypto';
import { examineAll } from '../../portal/commands/doctor/doctor.ts';
import { domains } from '../../routers/domains.ts';
import type { Variables } from './spawn.ts';

/** The doctor's result of one check, with these variables. */
export async function examined(check: string, variables: Variables, how: { freeBytes?: () => Promise<number> } = {}) {
  const results = await examineAll(domains, { variables, folder: '.', ...how }, [check]);
  if (results.length !== 1) throw new Error(`There are ${results.length} results for ${check}.`);
  return results[0];
}

/** The keys of a portal in production. */
export const keysForThisTest = () =>
  Object.fromEntries(
    ['INSIGHTS_SECRET', 'PSEUDONYM_KEY', 'ENCRYPTION_KEY', 'SIGNING_KEY'].map((name) => [
      name,
      randomBytes(32).toString('base64'),
    ]),
  );
