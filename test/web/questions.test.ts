import { expect, it } from 'vitest';
import { breaches, settled, siteForThisFile } from '../helpers/browser.ts';

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

it('a task is deleted at once, and comes back as it was with the undo that is offered', SLOW, async () => {
  const { page, person, faults } = await opened('/tasks', async (admin) => {
    const profile = (await admin.get('/api/auth/account/profile')).json().data;
    const facts = { description: 'On Tuesday.', category: 'local', priority: 'low', due_date: '2027-01-31' };
    const task = { title: 'Call the dentist', ...facts, assigneeId: profile.id };
    const { data } = (await admin.post('/api/dashboard/action-items', task)).json();
    await admin.put(`/api/dashboard/action-items/${data.id}`, { status: 'in_progress' });
  });
  const tasks = async () => (await person.get('/api/dashboard/action-items')).json();
  const [before] = await tasks();
  const remove = page.getByRole('button', { name: 'Delete “Call the dentist”', exact: true });

  await remove.click();
  await remove.waitFor({ state: 'detached' });
  const undo = page.getByRole('button', { name: 'Undo: delete “Call the dentist”' });
  await undo.waitFor();
  expect(await tasks()).toEqual([]);
  expect(await undo.and(page.locator(':focus')).count()).toBe(1);
  expect(await breaches(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await remove.waitFor();

  const { title, description, category, priority, due_date, assignee, status } = before;
  await expect.poll(tasks).toMatchObject([{ title, description, category, priority, due_date, assignee, status }]);
  expect(status).toBe('in_progress');
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
