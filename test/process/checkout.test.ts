import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { folderForThisTest } from '../helpers/folder.ts';
import { copySources } from '../helpers/light-checkout.ts';
import { homeForThisTest, portalProcess } from '../helpers/process.ts';

it('a checkout in a folder with a space in its name migrates and serves requests', async () => {
  const checkout = join(await folderForThisTest(), 'client portal #1');
  await mkdir(checkout);
  await copySources(checkout);
  await symlink(resolve('node_modules'), join(checkout, 'node_modules'));

  const portal = await portalProcess(await homeForThisTest({ insights: true }), checkout);
  // The start does not wait for the insights service.
  const dependencies = async () => (await portal.local.get('/readyz')).json().dependencies;
  await expect.poll(dependencies, { timeout: 20_000, interval: 500 }).toMatchObject({ database: 'up', insights: 'up' });
});
