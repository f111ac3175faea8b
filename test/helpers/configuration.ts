import { randomBytes } from 'node:crypto';
import { BadEnv } from '../../server/bad-env.ts';
import { readEnv } from '../../server/env.ts';

/** A key as a portal expects it: 32 random bytes in base64. */
export const key = () => randomBytes(32).toString('base64');

/** A valid production configuration. */
export const production = () => ({
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://portal@127.0.0.1:1/portal',
  INSIGHTS_SECRET: key(),
  PSEUDONYM_KEY: key(),
  ENCRYPTION_KEY: key(),
  SIGNING_KEY: key(),
});

/** Why a configuration is refused, or "accepted". */
export function refusal(variables: Record<string, string | undefined>) {
  try {
    readEnv(variables);
  } catch (error) {
    if (error instanceof BadEnv) return error.message;
    throw error;
  }
  return 'accepted';
}

/** Values that no secret may have. */
export const UNUSABLE = {
  missing: undefined,
  empty: '',
  blank: '   ',
  short: 'a1b2c3d4',
  'an example in plain words': 'change-me-change-me-change-me-change-me-1',
  'an example in base64': Buffer.from('example-example-example-example!').toString('base64'),
  'one letter over and over': `${'A'.repeat(43)}=`,
};
