import { expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

it('makes slugs for titles that end in the highest number', async () => {
  const person = await portal.register();
  const titles = ['Offer 999999', 'Offer', 'Offer', 'Offer', 'Offer 999999999', 'Offer'];

  const slugs: string[] = [];
  for (const title of titles) {
    const response = await person.post('/api/cms/pages', { title, content: '# Offer' });
    expect(response.statusCode).toBe(201);
    slugs.push(response.json().data.slug);
  }

  expect(slugs.slice(0, 2)).toEqual(['offer-999999', 'offer']);
  expect(new Set(slugs).size).toBe(titles.length);
});
