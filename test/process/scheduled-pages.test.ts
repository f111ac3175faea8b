import { expect, it } from 'vitest';
import { homeForThisTest, portalProcess, settle } from '../helpers/process.ts';

const PAGES = '/api/cms/pages';

it('a scheduled page is published after a restart of the portal', async () => {
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
  const variables = await homeForThisTest();
  const first = await portalProcess(variables);
  const { person, cookie } = await settle(first);
  const { data } = (await person.post(PAGES, { title: 'One' })).json() as { data: { id: string } };
  const scheduled = await person.post(`${PAGES}/${data.id}/schedule`, { publishAt: inSeconds(3) });
  await first.kill();

  const second = (await portalProcess(variables)).visitor().as({ cookie });

  expect(scheduled.status).toBe(200);
  const status = async () => JSON.parse((await second.get(`${PAGES}/${data.id}`)).text).data.status;
  await expect.poll(status, { timeout: 30_000, interval: 300 }).toBe('published');
});
