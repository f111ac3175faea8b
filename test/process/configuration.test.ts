import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readEnv } from '../../server/env.ts';
import { production, refusal, UNUSABLE } from '../helpers/configuration.ts';
import { launch } from '../helpers/process.ts';

async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'portal-keys-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'data');
}

const WRONG = [
  ['PORT', 'http'],
  ['PORT', 'hunter2'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PORT', '0x50'],
  ['PUBLIC_URL', 'ftp://portal.example'],
  ['PUBLIC_URL', 'portal.example'],
  ['APP_URL', 'javascript:alert(1)'],
  ['APP_URL', 'app.example'],
  ['PUBLIC_URL', 'https://example.com/portal'],
  ['PUBLIC_URL', 'https://example.com/?tenant=1'],
  ['PUBLIC_URL', 'https://me:hunter2@example.com'],
  ['APP_URL', 'https://example.com/app/'],
  ['DATABASE_URL', 'mysql://nobody:hunter2hunter2@127.0.0.1/portal'],
  ['DATABASE_MIGRATION_URL', 'mysql://nobody:hunter2hunter2@127.0.0.1/portal'],
  ['DATABASE_URL', 'postgres://nobody@127.0.0.1/portal?sslmode=hunter2'],
  ['DATABASE_URL', 'postgres://nobody@127.0.0.1/portal?unknown=hunter2'],
  ['DATABASE_REPLICA_URL', 'mysql://nobody:hunter2hunter2@127.0.0.1/portal'],
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
  ['STRIPE_API_BASE', 'https://proxy.example/stripe'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '127.0.0.1, everyone'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://a.example/'],
  ['CORS_ORIGINS', 'a.example'],
  ['CORS_ORIGINS', 'null'],
  ['RATE_LIMIT_PER_MINUTE', 'none'],
  ['INGEST_MIB_PER_DAY', 'all'],
  ['BRAND_NAME', 'Dental <script>'],
  ['BRAND_NAME', 'Dental\r\nBcc: eve@example.com'],
  ['BRAND_NAME', 'x'.repeat(61)],
  ['BRAND_COLOR', 'blue'],
  ['BRAND_COLOR', '#12f'],
  ['BRAND_LOGO', '/no/such/hunter2.svg'],
  ['BRAND_LOGO', '/etc'],
  ['BRAND_LOGO', 'package.json'],
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

  it('is rejected with DATABASE_MIGRATION_URL and no DATABASE_URL', async () => {
    const url = 'postgres://owner:hunter2hunter2@127.0.0.1/portal';
    const message = refusal({ DATA_DIR: await emptyFolder(), DATABASE_MIGRATION_URL: url });

    expect(message).toBe('DATABASE_MIGRATION_URL needs DATABASE_URL: it leads to the same database.');
  });

  it('is rejected with DATABASE_REPLICA_URL and no DATABASE_URL', async () => {
    const url = 'postgres://portal:hunter2hunter2@127.0.0.1/portal';
    const message = refusal({ DATA_DIR: await emptyFolder(), DATABASE_REPLICA_URL: url });

    expect(message).toBe('DATABASE_REPLICA_URL needs DATABASE_URL: an embedded database has no replica.');
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

  it.each([
    ['Möller Dental', 'Möller Dental <no-reply@portal.example.org>'],
    ['Möller, Söhne & Co.', '"Möller, Söhne & Co." <no-reply@portal.example.org>'],
  ])('with BRAND_NAME %j sends mail from %s', async (BRAND_NAME, expected) => {
    const env = readEnv({ DATA_DIR: await emptyFolder(), PUBLIC_URL: 'https://portal.example.org', BRAND_NAME });

    expect(env.MAIL_FROM).toBe(expected);
  });

  it('refuses a logo that is too large', async () => {
    const folder = await emptyFolder();
    await mkdir(folder);
    const logo = join(folder, 'logo.svg');
    await writeFile(logo, `<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(256 * 1024)}</svg>`);

    expect(refusal({ DATA_DIR: folder, BRAND_LOGO: logo })).toBe(
      'BRAND_LOGO must be the path of an SVG, PNG, JPEG or WebP file of at most 256 KiB.',
    );
  });
});

it('the process stops with one line on standard error, without the value', async () => {
  const SIGNING_KEY = UNUSABLE['an example in base64'];
  const portal = launch({ ...production(), SIGNING_KEY });

  const { code } = await portal.closed;

  expect(code).toBe(1);
  expect(portal.said.stdout).toBe('');
  expect(portal.said.stderr).toMatch(/^SIGNING_KEY\b[^\n]+\n$/);
  expect(portal.said.stderr).not.toContain(SIGNING_KEY);
});
