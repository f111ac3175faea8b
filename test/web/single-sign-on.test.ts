import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { identityProviders, orgDomains } from '../../db/schema/index.ts';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';
import { invite } from '../helpers/people.ts';
import { newDomain, SSO } from '../helpers/single-sign-on.ts';

const site = siteForThisFile();

it('an administrator sets single sign-on up, and the sign-in page offers it to addresses of the domain', async () => {
  const admin = await site.portal().register();
  const domain = newDomain();
  const { page } = await site.open();
  await site.enter(page, admin);
  await page.goto('/settings/sign-in');
  await page.getByLabel('Issuer').fill('http://127.0.0.1:1');
  await page.getByLabel('Client ID').fill('portal');
  await page.getByRole('textbox', { name: 'Client secret' }).fill('a secret');
  await page.getByLabel('Email domains').fill(domain);
  await page.getByRole('region', { name: 'Single sign-on' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText(`_client-portal.${domain}`).waitFor();
  await settled(page);
  expect(await breaches(page)).toEqual([]);
  expect(await page.getByRole('switch', { name: 'Require single sign-on' }).isDisabled()).toBe(true);
  expect((await admin.get(SSO)).json().data).toMatchObject({ clientId: 'portal', domains: [{ domain }] });

  const { accounts } = site.portal().deps.database;
  await accounts.update(orgDomains).set({ provedAt: new Date() }).where(eq(orgDomains.domain, domain));
  await page.context().clearCookies();
  await page.goto('/sign-in?next=%2Fgoals');
  await page.getByLabel('Email').fill(`anybody@${domain}`);
  const action = page.getByRole('button', { name: 'Continue with single sign-on' });
  await action.waitFor();
  expect(await page.getByLabel('Password').count()).toBe(0);
  expect(await breaches(page)).toEqual([]);
  const asked = page.waitForRequest(/\/api\/auth\/sso\?/);
  await page.keyboard.press('Enter');
  const { searchParams } = new URL((await asked).url());
  expect(Object.fromEntries(searchParams)).toEqual({ email: `anybody@${domain}`, next: '/goals' });
  await page.goto('/sign-in?sso=provider');
  await page.getByRole('alert').filter({ hasText: 'cannot be used at the moment' }).waitFor();
  await page.getByLabel('Email').fill(`anybody@${domain}`);
  await page.getByRole('button', { name: 'Other ways to sign in' }).click();
  await page.getByLabel('Password').waitFor();
});

it('leads an invited member to single sign-on, where it is required', async () => {
  const admin = await site.portal().register();
  const provider = { issuer: 'http://127.0.0.1:1', clientId: 'portal', clientSecret: 'secret', domains: [newDomain()] };
  await admin.put(SSO, provider);
  const [domain] = provider.domains;
  const { token } = await invite(admin, { email: `ada@${domain}` });
  const { token: ofOther } = await invite(admin);
  const { accounts } = site.portal().deps.database;
  const own = eq(identityProviders.orgId, admin.orgId);
  await accounts.update(identityProviders).set({ enforce: true }).where(own);
  await accounts.update(orgDomains).set({ provedAt: new Date() }).where(eq(orgDomains.orgId, admin.orgId));
  const { page } = await site.open();
  await page.goto(`/accept-invitation?token=${ofOther}`);
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await page.getByText('Please ask whoever invited you').waitFor();
  expect(await page.getByRole('button').filter({ hasText: 'Sign in' }).count()).toBe(0);
  await page.goto(`/accept-invitation?token=${token}`);
  await page.getByRole('button', { name: 'Accept invitation' }).click();

  await page.getByText('This organization requires single sign-on.').waitFor();
  expect(await breaches(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/sign-in');
});

it('tells a newcomer how to sign in later where the password is closed, and a copied link to use that of the mail', async () => {
  const admin = await site.portal().register();
  await admin.put('/api/auth/org', { signIn: { password: false } });
  const { email, token } = await invite(admin);
  const { page } = await site.open();
  const accept = async (link: string) => {
    await page.goto(link);
    await page.getByRole('button', { name: 'Accept invitation' }).click();
  };

  await accept(`/accept-invitation?token=${token}`);
  await page.getByText('Only the link in the email of the invitation lets you in').waitFor();
  expect(await page.getByRole('button').filter({ hasText: 'Sign in' }).count()).toBe(0);
  const { pathname, search } = new URL((await site.portal().mailTo(email))[0]?.link ?? '');
  await accept(pathname + search);
  await page.getByText('Later you sign in with a code by email').waitFor();
  expect(await breaches(page)).toEqual([]);
  await page.getByLabel('Password').fill('quite long enough');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

it('the page of the second step waits for a code after single sign-on', async () => {
  const { page } = await site.open();
  await page.goto('/two-factor?next=%2F&sso=done');

  await page.getByRole('textbox', { name: 'Code' }).waitFor();
});
