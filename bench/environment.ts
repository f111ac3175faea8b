import { randomBytes } from 'node:crypto';
import { RATES } from '../server/limits/rates.ts';

const key = () => randomBytes(32).toString('base64');

/** The keys of one run, shared by all its processes. */
export const secrets = () => ({
  INSIGHTS_SECRET: key(),
  PSEUDONYM_KEY: key(),
  ENCRYPTION_KEY: key(),
  SIGNING_KEY: key(),
});

/** Never reached, but not 0: every call is counted as in production. */
const CEILING = 1_000_000;

/** The configuration of a portal under load. */
export const LOADED = {
  RATE_LIMIT_PER_MINUTE: String(CEILING),
  RATE_LIMIT_PER_CLIENT: String(CEILING * 10),
  INGEST_MIB_PER_DAY: String(1024 * 1024),
  TRUST_PROXY: '127.0.0.1',
  LOG_LEVEL: 'warn',
};

/**
 * Raises the insights limit in this process, before an app is built. Each call is still counted,
 * in the same statement and at the same cost; the default limit would measure 429 responses.
 */
export const liftInsightsLimit = () => Object.assign(RATES.insights, { max: CEILING });
