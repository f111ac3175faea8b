import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingPackage } from '../../optional/packages.ts';
import { onServer } from '../helpers/database.ts';
import { folderForThisTest } from '../helpers/folder.ts';
import { LINKED, lightCheckout } from '../helpers/light-checkout.ts';
import { homeForThisTest, launch, portalProcess, settle } from '../helpers/process.ts';
import type { Variables } from '../helpers/spawn.ts';

const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';

/** Settings that need a package. */
const NEEDS: [Variables, string, string][] = [
  [{ DATABASE_URL, REDIS_URL: 'redis://127.0.0.1:1' }, 'REDIS_URL', 'ioredis'],
  [{ DATABASE_URL, STRIPE_SECRET_KEY: 'sk_test_1234' }, 'STRIPE_SECRET_KEY', 'stripe'],
  [{ DATABASE_URL, STRIPE_WEBHOOK_SECRET: 'whsec_1234' }, 'STRIPE_WEBHOOK_SECRET', 'stripe'],
  [{ DATABASE_URL, S3_BUCKET: 'reports' }, 'S3_BUCKET', '@aws-sdk/client-s3'],
  [{ DATABASE_URL, CHROMIUM_PATH: '/usr/bin/chromium' }, 'CHROMIUM_PATH', 'playwright-core'],
];

describe('Without optional packages', () => {
  it('people register, sign in, read, write and ask; only reports are away', async () => {
    // The embedded database is one of them: with it the same is shown on either database.
    const checkout = await lightCheckout(await folderForThisTest(), onServer() ? [] : ['@electric-sql/pglite']);
    const portal = await portalProcess({ ...LINKED, ...(await homeForThisTest({ insights: true })) }, checkout);
    const { person, email, password } = await settle(portal);
    const signIn = (word: string) => portal.visitor().post('/api/auth/login', { email, password: word });
    const ask = () => person.post('/api/insights/query', { type: 'scoring' });
    const page = { title: 'Opening hours', slug: 'opening-hours', content: 'From nine to five.' };

    expect((await signIn(password)).status).toBe(200);
    expect((await signIn(`${password}?`)).status).toBe(401);
    expect((await person.get('/api/dashboard/kpis')).status).toBe(200);
    expect((await person.post('/api/cms/pages', page)).status).toBe(201);
    await expect.poll(async () => (await ask()).status, { timeout: 20_000, interval: 500 }).toBe(200);
    expect((await person.get('/api/billing/invoices')).status).toBe(200);
    expect((await person.get('/api/exports/report')).status).toBe(503);
  });

  it('each setting that needs one is named beside it, and a start that needs one ends with one line', async () => {
    const checkout = await lightCheckout(await folderForThisTest());
    // Of the copy: it looks for packages beside itself.
    const copy: { missingPackage: typeof missingPackage } = await import(join(checkout, 'optional/packages.ts'));

    for (const [settings, variable, name] of NEEDS)
      expect(copy.missingPackage(settings)).toBe(
        `${variable} needs the package ${name}, which is not installed: run npm ci without --omit=optional.`,
      );
    expect(copy.missingPackage({ DATABASE_URL, STRIPE_SECRET_KEY: ' ' })).toBeUndefined();
    expect(missingPackage(Object.assign({}, ...NEEDS.map(([settings]) => settings)))).toBeUndefined();

    const portal = launch({ ...LINKED, DATA_DIR: join(checkout, 'data') }, checkout);

    const { code } = await portal.closed;

    expect(code).toBe(1);
    expect(portal.said.stderr).toBe(
      'DATABASE_URL must be set, or else the portal needs the package @electric-sql/pglite, which is not installed: run npm ci without --omit=optional.\n',
    );
  });
});
