import { expect, it } from 'vitest';
import { makePage } from '../helpers/content.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

const TEXT = {
  title: 'What a dental implant costs',
  content: '## Cost\n\nAn implant costs **$3,000**.<script>alert(1)</script>\n',
  contentFormat: 'markdown',
};

it('a preview equals the saved page, and stores nothing', async () => {
  const person = await portal.register();

  const preview = (await person.post('/api/cms/preview', TEXT)).json().data;

  expect((await person.get('/api/cms/pages')).json()).toEqual([]);
  const page = await makePage(person, TEXT);
  const { overall, seo, content } = (await person.get(`/api/cms/pages/${page.id}/scores`)).json().data;
  expect(preview).toEqual({ contentHtml: page.contentHtml, scores: { overall, seo, content } });
});

it('300 previews a minute of an organization are answered, and the next is refused', async () => {
  const person = await portal.register();
  const ask = async () => (await person.post('/api/cms/preview', { ...TEXT, content: '' })).statusCode;

  const answers: number[] = [];
  for (let round = 0; round < 31; round++) answers.push(...(await Promise.all(Array.from({ length: 10 }, ask))));

  expect(answers.filter((status) => status === 200)).toHaveLength(300);
  expect(answers.filter((status) => status === 429)).toHaveLength(10);
});

it('pages are found by a part of their title, in upper or lower case and as it is written', async () => {
  const person = await portal.register();
  for (const title of ['Implants, 100 % explained', 'Crowns']) await makePage(person, { title, content: '' });
  const titles = async (search: string) =>
    (await person.get(`/api/cms/pages?search=${encodeURIComponent(search)}`))
      .json()
      .map(({ title }: { title: string }) => title);

  expect(await titles('implants')).toEqual(['Implants, 100 % explained']);
  expect(await titles('0 %')).toEqual(['Implants, 100 % explained']);
  expect(await titles('_')).toEqual([]);
});
