import { describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { markedParts } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

// The routes that read the latest scan, and their tRPC procedures.
const SURFACES = [
  ['competitors', 'competitors'],
  ['competitor-suggestions', 'competitorSuggestions'],
  ['aeo', 'aeo.get'],
  ['aeo/engines', 'aeo.engines'],
  ['aeo/answers', 'aeo.answers'],
  ['listing-health', 'listingHealth'],
  ['overview', 'overview'],
  ['action-plan', 'actionPlan.get'],
  ['recommendations', 'recommendations.list'],
] as const;

const read = (person: Pick<Person, 'get'>, surface: string) => person.get(`/api/visibility/${surface}`);

async function scanned(facts: object) {
  const person = await portal.register();
  const pipeline = await person.pipeline(['ingest', 'read']);
  const send = async (more: object) => {
    const response = await pipeline.post('/api/ingest/scans', scan({ externalId: 'same', ...more }));
    expect([200, 201]).toContain(response.statusCode);
  };
  await send(facts);
  return { person, pipeline, send };
}

/** The same figure of each surface. */
const ofEach = async <T>(look: (surface: string, procedure: string) => Promise<T>) =>
  Object.fromEntries(await Promise.all(SURFACES.map(async ([surface, name]) => [surface, await look(surface, name)])));

const onEach = <T>(value: T) => Object.fromEntries(SURFACES.map(([surface]) => [surface, value]));

describe('Each surface', () => {
  it('is private and not stored by caches, and says the same over tRPC', async () => {
    const { person } = await scanned(markedParts('word'));

    for (const [surface, procedure] of SURFACES) {
      const [rest, trpc] = [await read(person, surface), await person.get(`/trpc/visibility.${procedure}`)];

      expect([rest, trpc].map(({ headers }) => headers['cache-control'])).toEqual(Array(2).fill('private, no-store'));
      expect(trpc.json().result.data).toEqual(rest.json());
    }
  });

  it('reflects a scan immediately, whether new, replaced or late', async () => {
    const { person, send } = await scanned(markedParts('first'));
    const words = () => ofEach(async (surface) => wordsIn((await read(person, surface)).body));

    expect(await words()).toEqual(onEach(['first']));
    await send(markedParts('second'));
    expect(await words()).toEqual(onEach(['second']));
    await send({ externalId: 'newer', completedAt: '2026-02-16T00:00:00Z', ...markedParts('third') });
    expect(await words()).toEqual(onEach(['third']));
    await send({ externalId: 'older', completedAt: '2025-02-16T00:00:00Z', ...markedParts('fourth') });
    expect(await words()).toEqual(onEach(['third']));
  });

  it('returns empty values for a scan without this part', async () => {
    const { person, send } = await scanned(markedParts('word'));
    await send({});

    const answers = await ofEach(async (surface) => {
      const { statusCode, body } = await read(person, surface);
      return [statusCode, wordsIn(body)];
    });

    expect(answers).toEqual(onEach([200, []]));
  });

  it('accepts API keys with the read scope only', async () => {
    const { person, pipeline } = await scanned(markedParts('word'));
    const blind = await person.pipeline(['ingest']);
    const bodies = (caller: Pick<Person, 'get'>) => ofEach(async (surface) => (await read(caller, surface)).body);

    expect(await bodies(pipeline)).toEqual(await bodies(person));
    expect(await ofEach(async (surface) => (await read(blind, surface)).statusCode)).toEqual(onEach(403));
  });

  it('ignores unknown query parameters', async () => {
    const { person } = await scanned(markedParts('mine'));
    const other = await scanned(markedParts('theirs'));
    const query = `?clientId=${other.person.orgId}&orgId=${other.person.orgId}&x=1&x=2`;
    const bodies = (more = '') => ofEach(async (surface) => (await read(person, `${surface}${more}`)).body);

    expect(await bodies(query)).toEqual(await bodies());
  });
});

/** The marked words in a response. */
const wordsIn = (body: string) =>
  ['word', 'first', 'second', 'third', 'fourth'].filter((word) => body.includes(`"${word}"`));

const HOSTILE = [
  '<script>alert(1)</script>',
  '{{7*7}} <%= 7*7 %>',
  "'; drop table score_runs; --",
  '=HYPERLINK("https://evil.example")',
  '\u202Etxt.exe\u200B\uFEFF',
  '\\u0000 \\" \n\r\t\u2028',
  '💥'.repeat(50),
  '__proto__',
];

it.each(HOSTILE)('returns stored text unchanged: %j', async (text) => {
  const parts = markedParts('word');
  const [one] = parts.recommendations;
  const [listing] = parts.listings;
  const [rival] = parts.competitors;
  const [suggestion] = parts.competitorSuggestions;
  const { person } = await scanned({
    aeo: { ...parts.aeo, generated_queries: [text], aeo_confidence: { ...parts.aeo.aeo_confidence, detail: text } },
    listings: [{ ...listing, listedName: text, listedAddress: text, listedPhone: text }],
    competitors: [{ ...rival, name: text }],
    competitorSuggestions: [{ ...suggestion, selectionReason: text, excludedReason: text }],
    recommendations: [{ ...one, title: text, description: text }],
    actionPlan: { phases: [{ phase: 1, key: 'one', title: text, items: [] }] },
  });
  const data = async (surface: string) => (await read(person, surface)).json().data;

  expect((await data('aeo')).generated_queries).toEqual([text]);
  expect((await data('aeo')).aeo_confidence.detail).toBe(text);
  const [result] = (await data('listing-health')).directory_results;
  expect([result.listedName, result.listedAddress, result.listedPhone]).toEqual([text, text, text]);
  expect((await data('competitors')).competitors[0].name).toBe(text);
  expect((await data('competitor-suggestions')).suggestions[0].excludedReason).toBe(text);
  expect((await data('recommendations'))[0].title).toBe(text);
  expect((await data('overview')).topRecommendations[0].title).toBe(text);
  expect((await data('action-plan')).phases[0].title).toBe(text);
});
