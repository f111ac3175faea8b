import { expect, it } from 'vitest';
import { namedBusinesses } from '../../routers/measurement/reading/named-businesses.ts';

const US = { names: ['Harbor Street Dental'], site: 'https://harborstreetdental.com' };
const answer = (text: string, urls: string[] = [], mentioned = false) => ({
  text,
  citations: urls.map((url) => ({ url })),
  mentioned,
});
const named = (...answers: ReturnType<typeof answer>[]) => namedBusinesses(answers, US, 10);

it.each([
  ['an item of a list', '1. Casco Bay Dental – modern'],
  ['an item in bold', '- **Casco Bay Dental**: modern'],
  ['bold words in a sentence', 'I would call **Casco Bay Dental** first.'],
  ['a link', 'Try [Casco Bay Dental](https://cascobaydental.com/about).'],
  ['a list in a line', 'Practices to consider: Casco Bay Dental; Munjoy Smiles.'],
])('finds a business in %s, where its website is cited', async (_where, text) => {
  const cited = ['https://www.cascobaydental.com/'];

  expect(await named(answer(text, cited), answer('Casco Bay Dental is good.'))).toEqual([
    { name: 'Casco Bay Dental', answers: 2 },
  ]);
});

it.each([
  ['heading', '1. **Check Reviews** online'],
  ['platform', '1. **Yelp** (yelp.com)'],
  ['magazine that no answer names', 'See https://maine-papers.example/costs.'],
  ['business without a website', '1. **Casco Bay Dental** – modern'],
  ['own business', '1. **Harbor Street Dental** (harborstreetdental.com)'],
  ['address of email', '1. **Casco Bay Dental** – write to info@cascobaydental.com'],
])('takes no %s for another business', async (_what, text) => {
  expect(await named(answer(text), answer(text), answer(text))).toEqual([]);
});

it('counts answers that do not name the organization, and a business that two of them name', async () => {
  const list = '1. **Casco Bay Dental** (cascobaydental.com)\n2. **Munjoy Smiles** (munjoysmiles.com)';

  const found = await named(answer(list), answer('Casco Bay Dental.'), answer(list, [], true));

  expect(found).toEqual([{ name: 'Casco Bay Dental', answers: 2 }]);
});

it('knows umlauts and parts of names in domains, and a business by one name', async () => {
  const list = '- **Zahnärzte Müller** (zahnaerzte-mueller.de)\n- **Dr. Weiß & Kollegen GmbH** (weiss-kollegen.de)';

  expect(await named(answer(list), answer(list))).toEqual([
    { name: 'Dr. Weiß & Kollegen GmbH', answers: 2 },
    { name: 'Zahnärzte Müller', answers: 2 },
  ]);
});

it('is the same whatever the order of the answers, and no longer than asked for', async () => {
  const items = Array.from({ length: 14 }, (_, at) => {
    const letters = String.fromCharCode(97 + at).repeat(4);
    return `- **Practice ${letters}** (practice${letters}.com)`;
  });
  const answers = items.flatMap((_, at) => [answer(items.slice(at).join('\n')), answer(items.slice(at).join('\n'))]);

  const found = await named(...answers);

  expect(found).toHaveLength(10);
  expect(found.map(({ answers }) => answers)).toEqual(found.map(({ answers }) => answers).toSorted((a, b) => b - a));
  expect(await named(...answers.toReversed())).toEqual(found);
});

it('reads long answers in bounded time', async () => {
  const long = `${'1. **Some Name Here** (somenamehere.com) '.repeat(2000)}\n`.repeat(3);
  const began = performance.now();

  await named(...Array.from({ length: 200 }, () => answer(long)));

  expect(performance.now() - began).toBeLessThan(20_000);
});
