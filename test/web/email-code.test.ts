import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { users } from '../../db/schema/index.ts';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';
import { codeOf, enrol } from '../helpers/second-factor.ts';

const site = siteForThisFile();

it('a person signs in with a code by mail and a second factor, and comes to the page they asked for', async () => {
  const person = await site.portal().register();
  const { accounts } = site.portal().deps.database;
  await accounts.update(users).set({ emailVerified: true }).where(eq(users.id, person.userId));
  const authenticator = await enrol(person);
  const { page, faults } = await site.open();
  await page.goto('/goals');
  const byCode = page.getByRole('link', { name: 'Sign in with a code by email' });
  await page.getByLabel('Email').waitFor();
  expect(await byCode.count()).toBe(0);
  await page.getByLabel('Email').fill(person.email);
  await byCode.click();
  await page.getByRole('heading', { level: 1, name: 'Sign in with a code' }).waitFor();
  await settled(page);
  expect(await breaches(page)).toEqual([]);

  expect(await page.getByLabel('Email').inputValue()).toBe(person.email);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await settled(page);
  expect(await breaches(page)).toEqual([]);

  const text = (await site.portal().mailTo(person.email)).at(-1)?.text ?? '';
  const [code = ''] = /\b\d{6}\b/.exec(text) ?? [];
  // As people paste it.
  await page.getByLabel('Code').fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Verify' }).waitFor();
  await page.getByLabel('Code').fill(codeOf(authenticator, 1));
  await page.getByRole('button', { name: 'Verify' }).click();

  await page.getByRole('heading', { level: 1, name: 'Goals' }).waitFor();
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
});
