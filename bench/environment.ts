import { randomBytes } from 'node:crypto';
import { RATES } from '../server/limits/rates.ts';

const key = () => randomBytes(32).toString('base64');

/** The keys of one run: every process of it has the same. */
export const secrets = () => ({
  INSIGHTS_SECRET: key(),
  PSEUDONYM_KEY: key(),
  ENCRYPTION_KEY: key(),
  SIGNING_KEY: key(),
});

/** Far above what is reached, and not 0: every call is counted as in production. */
const CEILING = 1_000_000;

/** How a portal under load is configured. */
export const LOADED = {
  RATE_LIMIT_PER_MINUTE: String(CEILING),
  RATE_LIMIT_PER_CLIENT: String(CEILING * 10),
  TRUST_PROXY: '127.0.0.1',
  LOG_LEVEL: 'warn',
};

/**
 * Lifts the ceiling of the insights limit in this process, before an app is built on it. Each call is still counted,
 * in the same statement and at the same cost; a hundred a minute would measure refusals.
 */
export const liftInsightsLimit = () => Object.assign(RATES.insights, { max: CEILING });
