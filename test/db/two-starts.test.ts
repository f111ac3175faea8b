import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { expect, inject, it, onTestFinished } from 'vitest';
import { connect } from '../../db/database.ts';
import { DEMO } from '../../demo/seed.ts';
import { prepareDatabase } from '../../portal/app.ts';
import { readEnv } from '../../server/env.ts';
import { onServer } from '../helpers/database.ts';
import { folderForThisTest } from '../helpers/folder.ts';

it.skipIf(!onServer())('two portals that start at once seed the demo once', async () => {
  const url = new URL(inject('template').server ?? '');
  const admin = postgres(url.href, { max: 1 });
  url.pathname = `/portal_starts_${randomUUID().replaceAll('-', '')}`;
  await admin.unsafe(`create database ${url.pathname.slice(1)}`);
  const env = readEnv({ DATABASE_URL: url.href, DATA_DIR: await folderForThisTest(), SEED_DEMO: 'true' });
  const timeouts = { statement: 30_000, transaction: 60_000 };
  const portals = await Promise.all([1, 2].map(() => connect({ url: url.href, folder: '' }, timeouts)));
  onTestFinished(async () => {
    await Promise.all(portals.map((portal) => portal.close()));
    await admin.unsafe(`drop database ${url.pathname.slice(1)} with (force)`);
    await admin.end();
  });

  await Promise.all(portals.map((portal) => prepareDatabase(env, portal)));

  const [counted] = (await portals[0]?.accounts.execute(
    `select count(*)::int from users where email = '${DEMO.email}'`,
  )) ?? [undefined];
  expect(counted).toEqual({ count: 1 });
});
