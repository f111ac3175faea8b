import { describe, expect, it } from 'vitest';
import { aeoEvidence } from '../../db/schema/index.ts';
import { KEPT_SOURCES } from '../../routers/visibility/aeo/answer.ts';
import { clientDb } from '../helpers/client-db.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { aeo, answer } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

/** A person whose organization has a scan with as many answers. */
async function answered(size: number, facts: (n: number) => Record<string, unknown>) {
  const person = await portal.register();
  const pipeline = await person.pipeline();
  const answers = Array.from({ length: size }, (_, n) => answer(facts(n)));
  const response = await pipeline.post('/api/ingest/scans', scan({ aeo: aeo({ answers }) }));
  expect(response.statusCode).toBe(201);
  return person;
}

describe('of a scan that cites more than 5,000 domains', () => {
  const DOMAINS = 6000;
  const cited = (n: number) =>
    Array.from({ length: 29 }, (_, at) => ({ url: `https://d${(29 * n + at) % DOMAINS}.example` }));
  const withMany = () =>
    answered(DOMAINS / 29 + 1, (n) => ({ citations: [{ url: 'https://top.example' }, ...cited(n)] }));

  it('the most cited are kept, with their shares of all citations', async () => {
    const person = await withMany();

    const first = await person.get('/api/visibility/aeo/sources?limit=1');

    const [stored] = await clientDb(portal, person.orgId).select().from(aeoEvidence);
    expect(stored?.sources).toHaveLength(KEPT_SOURCES);
    expect(stored?.citations).toBe(207 * 30);
    expect(first.json().data).toMatchObject([{ domain: 'top.example', citations: 207, share: 3.4 }]);
  });

  it('shares are of the kept ones where all were not counted', async () => {
    const person = await withMany();
    await clientDb(portal, person.orgId).update(aeoEvidence).set({ citations: null });

    const first = await person.get('/api/visibility/aeo/sources?limit=1');

    expect(first.json().data).toMatchObject([{ citations: 207, share: 4 }]);
  });
});

it('a search finds the answers of a large scan page by page, latest first', async () => {
  const person = await answered(1000, (n) => ({ prompt: n % 300 === 299 ? `Needle ${n}` : `Straw ${n}` }));
  const search = (query: string) => person.get(`/api/visibility/aeo/answers?${query}`);

  const first = await search('search=needle&limit=2');
  const second = await person.get(/^<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '');
  const none = await search('search=haystack');

  const prompts = [first, second, none].map((page) => page.json().data.map(({ prompt }: { prompt: string }) => prompt));
  expect(prompts).toEqual([['Needle 299', 'Needle 599'], ['Needle 899'], []]);
  expect([first, second, none].map(({ headers }) => headers['x-has-more'])).toEqual(['true', 'false', 'false']);
});
