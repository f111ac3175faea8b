import { z } from 'zod';
import { TELEMETRY_VARIABLES } from '../telemetry/settings.ts';

const KINDS = ['openai', 'anthropic'] as const;
const SLOTS = ['primary', 'secondary'] as const;

type Kind = (typeof KINDS)[number];
export type Slot = (typeof SLOTS)[number];

/** An AI endpoint with the API format of its kind. */
export interface Provider {
  slot: Slot;
  kind: Kind;
  /** Base URL, without `/chat/completions` or `/messages`. */
  url: string;
  /** Sent with each call, such as `?api-version=2024-10-21`; empty for none. */
  query: string;
  key: string | undefined;
  model: string;
}

export interface Config {
  port: number;
  host: string;
  logLevel: string;
  /** Accepted secrets: the current one and, during a rotation, the previous one. */
  secrets: string[];
  /** In order of preference; without any, every answer is deterministic. */
  providers: Provider[];
}

/** An invalid configuration: one line for the operator with the variable's name, never its value. */
export class BadConfig extends Error {}

const secret = z.string('must be set').min(24, 'must be at least 24 characters long');
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .refine((text) => !URL.canParse(text) || !new URL(text).username, 'must not hold a name or password')
  .optional();
// Other characters are invalid in a header.
const key = z
  .string()
  .regex(/^[\x21-\x7e]{1,4096}$/, 'must be printable characters without spaces')
  .optional();
const model = z
  .string()
  .regex(/^[\x21-\x7e]{1,100}$/, 'must be 1 to 100 printable characters without spaces')
  .optional();
const kind = z.enum(KINDS, `must be ${KINDS.join(' or ')}`).optional();

const Variables = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().max(65_535, 'must be at most 65535'))
    .default(3100),
  HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be a pino level')
    .default('info'),
  INSIGHTS_SECRET: secret,
  INSIGHTS_SECRET_PREVIOUS: secret.optional(),
  AI_PRIMARY_URL: url,
  AI_PRIMARY_KEY: key,
  AI_PRIMARY_MODEL: model,
  AI_PRIMARY_KIND: kind,
  AI_SECONDARY_URL: url,
  AI_SECONDARY_KEY: key,
  AI_SECONDARY_MODEL: model,
  AI_SECONDARY_KIND: kind,
  ...TELEMETRY_VARIABLES,
});

/** The names of every environment variable that the insights service reads. */
export const INSIGHTS_VARIABLES = Object.keys(Variables.shape);

const DEFAULT_URL: Record<Kind, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
};

// Without a kind, an Anthropic key must not be sent to another provider.
const looksAnthropic = (url = '', key = '') => url.startsWith('https://api.anthropic.com') || key.startsWith('sk-ant-');

/** The base URL of an address with or without a version or an endpoint. */
function baseUrlOf(address: string) {
  const { origin, pathname } = new URL(address);
  const path = pathname.replace(/\/+$/, '').replace(/\/(chat\/completions|messages)$/, '');
  return origin + (path || '/v1');
}

function providerAt(slot: Slot, variables: z.infer<typeof Variables>): Provider[] {
  const prefix = slot === 'primary' ? 'AI_PRIMARY' : 'AI_SECONDARY';
  const names = ['URL', 'KEY', 'MODEL', 'KIND'] as const;
  const [first] = names.filter((name) => variables[`${prefix}_${name}`] !== undefined);
  if (!first) return [];

  const url = variables[`${prefix}_URL`];
  const key = variables[`${prefix}_KEY`];
  const model = variables[`${prefix}_MODEL`];
  const kind = variables[`${prefix}_KIND`] ?? (looksAnthropic(url, key) ? 'anthropic' : 'openai');
  if (!model) throw new BadConfig(`${prefix}_MODEL must be set when ${prefix}_${first} is.`);
  if (
    variables.NODE_ENV === 'production' &&
    url &&
    new URL(url).protocol === 'http:' &&
    !LOOPBACK.test(new URL(url).hostname)
  )
    throw new BadConfig(`${prefix}_URL must be https when NODE_ENV is production: the key and questions go there.`);
  if (!url && !key) throw new BadConfig(`${prefix}_KEY or ${prefix}_URL must be set when ${prefix}_${first} is.`);
  const query = url ? new URL(url).search : '';
  return [{ slot, kind, url: url ? baseUrlOf(url) : DEFAULT_URL[kind], query, key, model }];
}

/**
 * Reads the configuration of the insights service.
 *
 * @throws {BadConfig} for the first invalid variable.
 */
export function readConfig(source: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const { data: variables, error } = Variables.safeParse(set);
  if (error) throw new BadConfig(`${String(error.issues[0]?.path[0])} ${error.issues[0]?.message}.`);

  const { INSIGHTS_SECRET, INSIGHTS_SECRET_PREVIOUS } = variables;
  return {
    port: variables.PORT,
    host: variables.HOST,
    logLevel: variables.LOG_LEVEL,
    secrets: INSIGHTS_SECRET_PREVIOUS ? [INSIGHTS_SECRET, INSIGHTS_SECRET_PREVIOUS] : [INSIGHTS_SECRET],
    providers: SLOTS.flatMap((slot) => providerAt(slot, variables)),
  };
}
