import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BadEnv, readEnv } from '../../server/env.ts';
import { launch } from '../helpers/process.ts';

const key = () => randomBytes(32).toString('base64');

/** A valid production configuration. */
const production = () => ({
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://portal@127.0.0.1:1/portal',
  INSIGHTS_SECRET: key(),
  PSEUDONYM_KEY: key(),
  ENCRYPTION_KEY: key(),
  SIGNING_KEY: key(),
});

function refusal(variables: Record<string, string | undefined>) {
  try {
    readEnv(variables);
  } catch (error) {
    if (error instanceof BadEnv) return error.message;
    throw error;
  }
  return 'accepted';
}

async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'portal-keys-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'data');
}

const SECRETS = ['INSIGHTS_SECRET', 'PSEUDONYM_KEY', 'ENCRYPTION_KEY', 'SIGNING_KEY'] as const;
const UNUSABLE = {
  missing: undefined,
  empty: '',
  blank: '   ',
  short: 'a1b2c3d4',
  'an example in plain words': 'change-me-change-me-change-me-change-me-1',
  'an example in base64': Buffer.from('example-example-example-example!').toString('base64'),
  'one letter over and over': `${'A'.repeat(43)}=`,
};

describe('production', () => {
  it('accepts a complete configuration', () => {
    const env = readEnv(production());

    expect(env).toMatchObject({ production: true, embedded: false, SEED_DEMO: false });
  });

  it.each(SECRETS.flatMap((name) => Object.entries(UNUSABLE).map(([what, value]) => ({ name, what, value }))))(
    'rejects $name when it is $what',
    ({ name, value }) => {
      const message = refusal({ ...production(), [name]: value });

      expect(message).toMatch(new RegExp(`^${name}\\b[^\\n]+$`));
      if (value?.trim()) expect(message).not.toContain(value.trim());
    },
  );

  it('refuses to start without a database', () => {
    expect(refusal({ ...production(), DATABASE_URL: undefined })).toMatch(/^DATABASE_URL\b[^\n]+$/);
  });

  it.each(['INSIGHTS_SECRET_PREVIOUS', 'METRICS_TOKEN', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])(
    'rejects an example as %s',
    (name) => {
      const message = refusal({ ...production(), [name]: UNUSABLE['an example in plain words'] });

      expect(message).toMatch(new RegExp(`^${name}\\b`));
    },
  );

  it.each(['short', 'an example in base64', 'one letter over and over'] as const)(
    'rejects ENCRYPTION_KEY_PREVIOUS when it is %s, and does without one',
    (what) => {
      expect(refusal({ ...production(), ENCRYPTION_KEY_PREVIOUS: UNUSABLE[what] })).toMatch(
        /^ENCRYPTION_KEY_PREVIOUS\b/,
      );
      expect(readEnv({ ...production(), ENCRYPTION_KEY_PREVIOUS: key() })).toMatchObject({ production: true });
    },
  );
});

describe('An address outside of this machine', () => {
  const HTTP = ['INSIGHTS_URL', 'S3_ENDPOINT', 'STRIPE_API_BASE'];

  it.each(HTTP)('must be https in production: %s', (name) => {
    const refused = ['http://hunter2.internal', 'http://10.0.0.7:3100', 'HTTP://HUNTER2.INTERNAL'].map((url) =>
      refusal({ ...production(), [name]: url }),
    );

    for (const message of refused) {
      expect(message).toMatch(new RegExp(`^${name} must be https\\b[^\\n]+$`));
      expect(message).not.toMatch(/hunter2|10\.0\.0\.7/i);
    }
  });

  it.each(HTTP)('may be http outside of production, and on loopback: %s', async (name) => {
    const DATA_DIR = await emptyFolder();
    const development = { DATA_DIR, INSIGHTS_SECRET: key(), [name]: 'http://service.internal' };

    expect(refusal(development)).toBe('accepted');
    for (const host of ['127.0.0.1:9', 'localhost', '[::1]'])
      expect(refusal({ ...production(), [name]: `http://${host}` })).toBe('accepted');
    expect(refusal({ ...production(), [name]: 'https://service.internal' })).toBe('accepted');
  });

  it.each(['?ignoreTLS=true', '?requireTLS=false', '?tls.rejectUnauthorized=false', '?pool=1&secure=false'])(
    'gets no mail with TLS changed by %s',
    async (query) => {
      const DATA_DIR = await emptyFolder();
      const away = `smtp://portal:hunter2@mail.example.org:587${query}`;

      const message = refusal({ DATA_DIR, SMTP_URL: away });

      expect(message).toMatch(/^SMTP_URL\b[^\n]+$/);
      expect(message).not.toContain('hunter2');
      expect(refusal({ DATA_DIR, SMTP_URL: `smtp://127.0.0.1:1025${query}` })).toBe('accepted');
    },
  );
});

describe('Secrets in production', () => {
  const OTHERS = ['INSIGHTS_SECRET_PREVIOUS', 'METRICS_TOKEN'];

  it.each([...SECRETS.slice(1), ...OTHERS])('are refused where %s equals another', (name) => {
    const variables = production();

    const message = refusal({ ...variables, [name]: variables.INSIGHTS_SECRET });

    expect(message).toMatch(/^[A-Z_]+ must differ from [A-Z_]+: [^\n]+$/);
    expect(message).toContain(name);
    expect(message).not.toContain(variables.INSIGHTS_SECRET);
  });
});

describe('Stripe in production', () => {
  const key = { STRIPE_SECRET_KEY: `sk_live_${randomBytes(24).toString('hex')}` };
  const both = { ...key, STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('hex')}` };

  it('is optional, but must be complete', () => {
    expect(readEnv(production()).STRIPE_SECRET_KEY).toBeUndefined();
    expect(readEnv({ ...production(), ...both })).toMatchObject({ ...both, STRIPE_API_BASE: 'https://api.stripe.com' });
  });

  it.each([
    ['STRIPE_WEBHOOK_SECRET', { ...key }],
    ['STRIPE_SECRET_KEY', { ...both, STRIPE_SECRET_KEY: 'sk_live_short' }],
    ['STRIPE_WEBHOOK_SECRET', { ...both, STRIPE_WEBHOOK_SECRET: 'whsec_short' }],
    ['STRIPE_API_BASE', { ...both, STRIPE_API_BASE: 'http://stripe.internal' }],
  ])('is rejected for its %s', (name, variables) => {
    const message = refusal({ ...production(), ...variables });

    expect(message).toMatch(new RegExp(`^${name}\\b[^\\n]+$`));
    for (const value of Object.values(variables)) expect(message).not.toContain(value);
  });
});

const WRONG = [
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PORT', '0x50'],
  ['PUBLIC_URL', 'ftp://portal.example'],
  ['PUBLIC_URL', 'portal.example'],
  ['APP_URL', 'javascript:alert(1)'],
  ['APP_URL', 'app.example'],
  ['DATABASE_URL', 'mysql://nobody:hunter2hunter2@127.0.0.1/portal'],
  ['REDIS_URL', 'http://127.0.0.1'],
  ['WORKERS', '2'],
  ['WORKERS', '0'],
  ['WORKERS', 'many'],
  ['SEED_DEMO', 'yes'],
  ['INSIGHTS_TIMEOUT_MS', '1.5'],
  ['SMTP_URL', 'https://portal:hunter2@mail.example.org'],
  ['SMTP_URL', 'mail.example.org'],
  ['MAIL_FROM', 'Client portal'],
  ['MAIL_FROM', 'one@example.org, two@example.org'],
  ['MAIL_FROM', 'portal@example.org\r\nBcc: eve@example.com'],
  ['INSIGHTS_SECRET', 'hunter2 hunter2 hunter2 hunter2'],
  ['INSIGHTS_SECRET_PREVIOUS', 'hunter2\nhunter2hunter2hunter2'],
  ['INSIGHT_RUNS_KEPT_DAYS', '0'],
  ['INSIGHT_RUNS_KEPT_DAYS', 'ever'],
  ['STRIPE_SECRET_KEY', 'sk with spaces'],
  ['STRIPE_WEBHOOK_SECRET', 'short'],
  ['STRIPE_API_BASE', 'api.stripe.com'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '127.0.0.1, everyone'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://a.example/'],
  ['CORS_ORIGINS', 'a.example'],
  ['CORS_ORIGINS', 'null'],
  ['RATE_LIMIT_PER_MINUTE', 'none'],
  ['LOG_LEVEL', 'loud'],
  ['STORAGE_URL', 'files.example.com'],
  ['CHROMIUM_SANDBOX', 'never'],
  ['S3_ENDPOINT', 'ftp://a.example'],
  ['S3_ACCESS_KEY_ID', 'hunter2'],
  ['S3_SECRET_ACCESS_KEY', 'hunter2'],
] as const;

describe('a configuration', () => {
  it.each(WRONG)('is rejected with %s=%s and one line that names the variable', async (name, value) => {
    const message = refusal({ DATA_DIR: await emptyFolder(), [name]: value });

    expect(message).toMatch(new RegExp(`^${name}\\b[^\\n]+$`));
    expect(message).not.toMatch(/hunter2/);
  });

  it('is rejected with INSIGHTS_URL and no secret', async () => {
    const message = refusal({ DATA_DIR: await emptyFolder(), INSIGHTS_URL: 'http://127.0.0.1:9' });

    expect(message).toMatch(/^INSIGHTS_SECRET\b[^\n]+$/);
  });

  it('accepts proxies as addresses and CIDRs, and exact origins', async () => {
    const env = readEnv({
      DATA_DIR: await emptyFolder(),
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1, fd00::/8',
      CORS_ORIGINS: 'https://a.example, http://localhost:5173',
    });

    expect(env.TRUST_PROXY).toEqual(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8']);
    expect(env.CORS_ORIGINS).toEqual(['https://a.example', 'http://localhost:5173']);
  });

  it.each([
    [undefined, 'Client portal <no-reply@portal.example.org>'],
    ['hello@example.org', 'hello@example.org'],
    ['Harbor Street, Dental <hello@example.org>', 'Harbor Street, Dental <hello@example.org>'],
  ])('with MAIL_FROM %j sends mail from %s', async (MAIL_FROM, expected) => {
    const env = readEnv({ DATA_DIR: await emptyFolder(), PUBLIC_URL: 'https://portal.example.org', MAIL_FROM });

    expect(env.MAIL_FROM).toBe(expected);
  });
});

describe('the process', () => {
  it.each([
    ['SIGNING_KEY', { ...production(), SIGNING_KEY: UNUSABLE['an example in base64'] }],
    ['INSIGHTS_SECRET', { ...production(), INSIGHTS_SECRET: UNUSABLE.short }],
    ['PORT', { ...production(), PORT: 'hunter2' }],
  ])('stops with one line on standard error that names %s without its value', async (name, variables) => {
    const portal = launch(variables);

    const { code } = await portal.ended;
    await portal.closed;

    expect(code).toBe(1);
    expect(portal.said.stdout).toBe('');
    expect(portal.said.stderr).toMatch(new RegExp(`^${name}\\b[^\\n]+\\n$`));
    expect(portal.said.stderr).not.toContain(variables[name as keyof typeof variables]);
  });
});
