import { expect, it } from 'vitest';
import { settled, siteForThisFile } from '../helpers/browser.ts';

const site = siteForThisFile();
const SLOW = { timeout: 120_000 };

/** A window of a new administrator, at an address. */
async function opened(path: string, begin: (person: Awaited<ReturnType<typeof register>>) => Promise<unknown>) {
  const person = await register();
  await begin(person);
  const window = await site.open();
  await site.enter(window.page, person);
  await window.page.goto(path);
  await settled(window.page);
  return { ...window, person };
}
const register = () => site.portal().register();

it('a task is deleted once the question is answered with yes', SLOW, async () => {
  const { page, person, faults } = await opened('/tasks', (admin) =>
    admin.post('/api/dashboard/action-items', { title: 'Call the dentist', category: 'local', priority: 'low' }),
  );
  const titles = async () =>
    (await person.get('/api/dashboard/action-items')).json().map((task: { title: string }) => task.title);
  const remove = page.getByRole('button', { name: 'Delete “Call the dentist”' });
  const question = page.getByRole('dialog', { name: 'Delete this task?' });

  await remove.click();
  await question.getByRole('button', { name: 'Cancel' }).last().click();
  await question.waitFor({ state: 'hidden' });
  expect(await titles()).toEqual(['Call the dentist']);
  await remove.click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await remove.waitFor({ state: 'detached' });

  expect(await titles()).toEqual([]);
  expect(faults).toEqual([]);
});

it('the role of a member is changed by a button, not by looking at the choice', SLOW, async () => {
  const { page, person, faults } = await opened('/settings/members', (admin) =>
    site.portal().join(admin, 'member', { name: 'Grace' }),
  );
  const roles = async () =>
    (await person.get('/api/auth/org/members')).json().data.map(({ role }: { role: string }) => role);

  await page.getByLabel('Role of Grace').selectOption('Administrator');
  await page.getByRole('button', { name: 'Save the role of Grace' }).waitFor();
  expect(await roles()).toEqual(expect.arrayContaining(['admin', 'member']));
  await page.getByRole('button', { name: 'Save the role of Grace' }).click();
  await page.getByRole('button', { name: 'Save the role of Grace' }).waitFor({ state: 'detached' });

  expect(await roles()).toEqual(['admin', 'admin']);
  expect(faults).toEqual([]);
});
