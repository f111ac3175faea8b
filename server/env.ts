import { isIP } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { databaseUrlFault } from '../db/hosts.ts';
import { MIB } from '../flow/byte-units.ts';
import { missingPackage } from '../optional/packages.ts';
import { TELEMETRY_VARIABLES } from '../telemetry/settings.ts';
import { BadEnv } from './bad-env.ts';
import { readLogo } from './branding/logo.ts';
import { BRAND_NAME_FORM, senderOf } from './branding/name.ts';
import { paletteOf } from './branding/palette.ts';
import { devKeys } from './development-keys.ts';
import { RATES } from './limits/rates.ts';
import { productionFault, SECRETS, smtpFault } from './production-faults.ts';

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );

const address = (part: string) => {
  const [ip = '', bits] = part.split('/');
  const family = isIP(ip);
  return family > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)));
};

const origin = (part: string) => URL.canParse(part) && new URL(part).origin === part;
const http = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
const base = http.transform((url) => url.replace(/\/+$/, ''));
// Pages, cookies and links begin at the root of their host: with a path half of them would lead nowhere.
const isOrigin = ({ pathname, search, hash, username }: URL) => pathname === '/' && !(search || hash || username);
const site = http
  .refine(
    (url) => !URL.canParse(url) || isOrigin(new URL(url)),
    'must be an address without a path, such as https://portal.example.com',
  )
  .transform((url) => new URL(url).origin);
const databaseUrl = (part: 'primary' | 'standby') =>
  z.string().superRefine((url, { addIssue }) => {
    const fault = databaseUrlFault(url, part);
    if (fault) addIssue(fault);
  });
const key = z
  .base64('must be set, 32 bytes in base64')
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64');
const secret = z.string('must be set').min(24, 'must be at least 24 characters long');
// Without control characters, against header injection; a bare address, or one in angle brackets after a name.
const sender = z
  .string()
  .regex(
    /^(?:[^\p{Cc}<>@]*<[^\p{Cc}\s<>@,]+@[^\p{Cc}\s<>@,]+>|[^\p{Cc}\s<>@,]+@[^\p{Cc}\s<>@,]+)$/u,
    'must be an email address, or a name and one in angle brackets',
  );
// Sent as a header: characters that a header cannot hold would fail at the first call.
const headerSecret = secret.regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters without spaces');
const engineKey = z.string().regex(/^[\x21-\x7e]{8,500}$/, 'must be 8 to 500 visible ASCII characters without spaces');
const engineModel = z.string().regex(/^[\w.:/-]{1,200}$/, 'must be the name of a model');
const stripeSecret = z.string().regex(/^\S{8,255}$/, 'must be 8 to 255 characters without spaces');
const brandName = z
  .string()
  .trim()
  .regex(BRAND_NAME_FORM, 'must have 1 to 60 characters, none of them < > " @ or a backslash');
const whole = (least: number, most: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(least).max(most));

const Variables = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  GOOGLE_API_BASE: base.optional(),
  GOOGLE_ACCOUNTS_BASE: base.default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  PUBLIC_URL: site.optional(),
  APP_URL: site.optional(),
  DATABASE_URL: databaseUrl('primary').optional(),
  DATABASE_MIGRATION_URL: databaseUrl('primary').optional(),
  DATABASE_REPLICA_URL: databaseUrl('standby').optional(),
  DATABASE_POOL: whole(2, 500).default(10),
  DATABASE_PREPARE: z.enum(['true', 'false'], 'must be true or false').default('true'),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// URL' }).optional(),
  DATA_DIR: z.string().default('.data'),
  WORKERS: whole(1, 64).default(1),
  SEED_DEMO: z.enum(['true', 'false'], 'must be true or false').optional(),
  INSIGHTS_URL: base.optional(),
  INSIGHTS_SECRET: headerSecret,
  INSIGHTS_SECRET_PREVIOUS: headerSecret.optional(),
  INSIGHTS_TIMEOUT_MS: whole(50, 60_000).optional(),
  INSIGHT_RUNS_KEPT_DAYS: whole(1, 36_500).optional(),
  PSEUDONYM_KEY: secret,
  ENCRYPTION_KEY: key,
  ENCRYPTION_KEY_PREVIOUS: key.optional(),
  SIGNING_KEY: key,
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
  MAIL_FROM: sender.optional(),
  STRIPE_SECRET_KEY: stripeSecret.optional(),
  STRIPE_WEBHOOK_SECRET: stripeSecret.optional(),
  STRIPE_API_BASE: site.default('https://api.stripe.com'),
  TRUST_PROXY: list.refine((parts) => parts.every(address), 'must be addresses and CIDRs, comma-separated'),
  CORS_ORIGINS: list.refine((parts) => parts.every(origin), 'must be exact origins, comma-separated'),
  RATE_LIMIT_PER_MINUTE: whole(0, 1_000_000).default(RATES.general.max),
  RATE_LIMIT_PER_CLIENT: whole(0, 10_000_000).default(RATES.client.max),
  LOGIN_ATTEMPTS: whole(1, 10_000).default(RATES.login.max),
  REGISTRATION: z.enum(['open', 'invited'], 'must be open or invited').default('open'),
  INGEST_MIB_PER_DAY: whole(0, 1_048_576).default(RATES.ingestBytes.max / MIB),
  PAGE_STORAGE_MIB: whole(16, 1_048_576).default(512),
  CONNECTION_HOSTS: list.transform((hosts) => hosts.map((host) => host.toLowerCase())),
  DNS_SERVER: z
    .string()
    .regex(/^(\[[\da-f:]+\]|[\w.-]+)(:\d{1,5})?$/i, 'must be a host and a port, such as 127.0.0.1:53')
    .optional(),
  CHROMIUM_PATH: z.string().optional(),
  CHROMIUM_SANDBOX: z.enum(['auto', 'required'], 'must be auto or required').default('auto'),
  STORAGE_DIR: z.string().optional(),
  STORAGE_URL: base.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: http.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  BRAND_NAME: brandName.optional(),
  BRAND_COLOR: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour with six digits, such as #1f4b99')
    .transform(paletteOf)
    .optional(),
  BRAND_LOGO: z
    .string()
    .transform(readLogo)
    .refine((logo) => logo !== undefined, 'must be the path of an SVG, PNG, JPEG or WebP file of at most 256 KiB')
    .optional(),
  ENGINE_OPENAI_KEY: engineKey.optional(),
  ENGINE_OPENAI_MODEL: engineModel.default('gpt-5.2'),
  ENGINE_OPENAI_URL: base.default('https://api.openai.com'),
  ENGINE_ANTHROPIC_KEY: engineKey.optional(),
  ENGINE_ANTHROPIC_MODEL: engineModel.default('claude-sonnet-4-5'),
  ENGINE_ANTHROPIC_URL: base.default('https://api.anthropic.com'),
  ENGINE_GEMINI_KEY: engineKey.optional(),
  ENGINE_GEMINI_MODEL: engineModel.default('gemini-2.5-flash'),
  ENGINE_GEMINI_URL: base.default('https://generativelanguage.googleapis.com'),
  ENGINE_PERPLEXITY_KEY: engineKey.optional(),
  ENGINE_PERPLEXITY_MODEL: engineModel.default('sonar'),
  ENGINE_PERPLEXITY_URL: base.default('https://api.perplexity.ai'),
  ENGINE_CONCURRENCY: whole(1, 100).default(4),
  MEASUREMENT_MONTHLY_ANSWERS: whole(0, 1_000_000).default(2000),
  MEASUREMENT_SELF_REGISTERED_ANSWERS: whole(0, 1_000_000).optional(),
  METRICS_TOKEN: headerSecret.optional(),
  ...TELEMETRY_VARIABLES,
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be a pino level')
    .default('info'),
});

/** The names of every environment variable that the portal reads. */
export const PORTAL_VARIABLES = Object.keys(Variables.shape);

// Settings for the bundled insights service, which validates them itself: see insights/config.ts.
const FOR_INSIGHTS =
  /^(NODE_ENV|OTEL_\w+|AI_(PRIMARY|SECONDARY)_(URL|KEY|MODEL|KIND)|NODE_EXTRA_CA_CERTS|NODE_USE_ENV_PROXY|(HTTPS?|NO)_PROXY)$/i;

export type Env = ReturnType<typeof readEnv>;

/** Production makes no keys and no database of its own. @throws {BadEnv} that names everything that is missing */
function assertComplete(given: Record<string, string | undefined>) {
  const missing = ['DATABASE_URL', ...SECRETS].filter((name) => !given[name]);
  if (missing.length === 0) return;
  const names = new Intl.ListFormat('en').format(missing);
  throw new BadEnv(`${names} must be set when NODE_ENV is production.`, missing);
}

/**
 * Reads and validates the configuration. Outside production, missing keys are generated and kept in DATA_DIR.
 *
 * @throws {BadEnv} with the first invalid variable, or with all that production lacks
 */
export function readEnv(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const production = given.NODE_ENV === 'production';
  if (production) assertComplete(given);
  if (given.INSIGHTS_URL && !given.INSIGHTS_SECRET)
    throw new BadEnv('INSIGHTS_SECRET must be set when INSIGHTS_URL is.');

  const filled = production ? given : { ...devKeys(given.DATA_DIR ?? '.data', SECRETS, given), ...given };
  const { data: variables, error } = Variables.safeParse(filled);
  if (error) throw new BadEnv(`${String(error.issues[0]?.path[0])} ${error.issues[0]?.message}.`);

  const embedded = !variables.DATABASE_URL;
  if (embedded && variables.DATABASE_MIGRATION_URL)
    throw new BadEnv('DATABASE_MIGRATION_URL needs DATABASE_URL: it leads to the same database.');
  if (embedded && variables.DATABASE_REPLICA_URL)
    throw new BadEnv('DATABASE_REPLICA_URL needs DATABASE_URL: an embedded database has no replica.');
  if (embedded && variables.WORKERS > 1)
    throw new BadEnv('WORKERS above 1 needs DATABASE_URL: an embedded database belongs to one process.');
  if (variables.GOOGLE_CLIENT_ID && !variables.GOOGLE_CLIENT_SECRET)
    throw new BadEnv('GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET beside it.');
  if (variables.S3_ACCESS_KEY_ID && !variables.S3_SECRET_ACCESS_KEY)
    throw new BadEnv('S3_ACCESS_KEY_ID needs S3_SECRET_ACCESS_KEY beside it.');
  if (variables.S3_SECRET_ACCESS_KEY && !variables.S3_ACCESS_KEY_ID)
    throw new BadEnv('S3_SECRET_ACCESS_KEY needs S3_ACCESS_KEY_ID beside it.');

  const fault =
    smtpFault(variables.SMTP_URL) ?? (production ? productionFault(variables) : undefined) ?? missingPackage(given);
  if (fault) throw new BadEnv(fault);

  const PUBLIC_URL = variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`;
  return {
    ...variables,
    forInsights: Object.fromEntries(Object.entries(given).filter(([name]) => FOR_INSIGHTS.test(name))),
    PUBLIC_URL,
    APP_URL: variables.APP_URL ?? PUBLIC_URL,
    MAIL_FROM:
      variables.MAIL_FROM ??
      senderOf(variables.BRAND_NAME ?? 'Client portal', `no-reply@${new URL(PUBLIC_URL).hostname}`),
    MEASUREMENT_SELF_REGISTERED_ANSWERS: variables.MEASUREMENT_SELF_REGISTERED_ANSWERS ?? (production ? 0 : 200),
    STORAGE_DIR: variables.STORAGE_DIR ?? join(variables.DATA_DIR, 'reports'),
    SEED_DEMO: variables.SEED_DEMO ? variables.SEED_DEMO === 'true' : embedded,
    production,
    embedded,
  };
}
