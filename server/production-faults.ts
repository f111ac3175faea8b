import { isLoopback } from './loopback.ts';

// What production refuses of settings that are well-formed: one line each, with the variable's name and never its
// value.

export const SECRETS = ['INSIGHTS_SECRET', 'PSEUDONYM_KEY', 'ENCRYPTION_KEY', 'SIGNING_KEY'] as const;
const STRIPE_SECRETS = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const MORE_SECRETS = [
  'INSIGHTS_SECRET_PREVIOUS',
  'ENCRYPTION_KEY_PREVIOUS',
  'METRICS_TOKEN',
  'S3_SECRET_ACCESS_KEY',
  ...STRIPE_SECRETS,
] as const;
const ALL_SECRETS = [...SECRETS, ...MORE_SECRETS] as const;

/** Addresses that secrets or data of clients are sent to. */
const DESTINATIONS = {
  INSIGHTS_URL: 'its secret and figures of clients go there',
  S3_ENDPOINT: 'reports go there',
  STRIPE_API_BASE: 'the secret key goes there',
  ENGINE_OPENAI_URL: 'its key goes there',
  ENGINE_ANTHROPIC_URL: 'its key goes there',
  ENGINE_GEMINI_URL: 'its key goes there',
  ENGINE_PERPLEXITY_URL: 'its key goes there',
} as const;

type Name = (typeof ALL_SECRETS)[number] | keyof typeof DESTINATIONS | 'SEED_DEMO';
type Settings = Partial<Record<Name, string | undefined>>;

const EXAMPLE = /change[-_ ]?(me|this|it)|example|placeholder|your[-_ ]|0123456789/i;

const looksMadeUp = (value: string | undefined) =>
  value !== undefined &&
  (EXAMPLE.test(value) || EXAMPLE.test(Buffer.from(value, 'base64').toString('latin1')) || new Set(value).size < 8);

function secretFault(settings: Settings) {
  const madeUp = ALL_SECRETS.find((name) => looksMadeUp(settings[name]));
  if (madeUp) return `${madeUp} looks like an example: make a random one.`;

  const owners = new Map<string, string>();
  for (const name of ALL_SECRETS) {
    const value = settings[name]?.trim();
    const owner = value && owners.get(value);
    if (owner) return `${name} must differ from ${owner}: each secret has one purpose.`;
    if (value) owners.set(value, name);
  }
  return undefined;
}

function destinationFault(settings: Settings) {
  for (const [name, reason] of Object.entries(DESTINATIONS)) {
    const url = settings[name as keyof typeof DESTINATIONS];
    if (url && new URL(url).protocol === 'http:' && !isLoopback(new URL(url).hostname))
      return `${name} must be https: ${reason}.`;
  }
  return undefined;
}

function stripeFault(settings: Settings) {
  const short = STRIPE_SECRETS.find((name) => settings[name] && settings[name].length < 24);
  if (short) return `${short} is too short to be one of Stripe’s.`;
  if (settings.STRIPE_SECRET_KEY && !settings.STRIPE_WEBHOOK_SECRET)
    return 'STRIPE_WEBHOOK_SECRET must be set when STRIPE_SECRET_KEY is.';
  return undefined;
}

const demoFault = ({ SEED_DEMO }: Settings) =>
  SEED_DEMO === 'true' ? 'SEED_DEMO must not be true when NODE_ENV is production.' : undefined;

/** The first setting that production refuses. */
export const productionFault = (settings: Settings) =>
  secretFault(settings) ?? stripeFault(settings) ?? destinationFault(settings) ?? demoFault(settings);

/** Off loopback mails are sent over TLS, whose certificate is checked: the query of the URL must not say otherwise. */
export function smtpFault(smtpUrl: string | undefined) {
  if (!smtpUrl) return undefined;
  const { hostname, searchParams } = new URL(smtpUrl);
  const changesTls = [...searchParams.keys()].some((name) => /tls|secure/i.test(name));
  return changesTls && !isLoopback(hostname)
    ? 'SMTP_URL must not change TLS in its query: mails hold links that give access.'
    : undefined;
}
