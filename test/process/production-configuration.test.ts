import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readEnv } from '../../server/env.ts';
import { key, production, refusal, UNUSABLE } from '../helpers/configuration.ts';

async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'portal-keys-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'data');
}

const SECRETS = ['INSIGHTS_SECRET', 'PSEUDONYM_KEY', 'ENCRYPTION_KEY', 'SIGNING_KEY'] as const;

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

  it('names all that is missing at once', () => {
    expect(refusal({ NODE_ENV: 'production', SIGNING_KEY: key() })).toBe(
      'DATABASE_URL, INSIGHTS_SECRET, PSEUDONYM_KEY, and ENCRYPTION_KEY must be set when NODE_ENV is production.',
    );
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
