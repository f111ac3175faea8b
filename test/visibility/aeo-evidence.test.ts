import { describe, expect, it } from 'vitest';
import { aeoAnswers, aeoEvidence, scoreRuns } from '../../db/schema/index.ts';
import { clientDb } from '../helpers/client-db.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { aeo, answer, competitor } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const SCANS = '/api/ingest/scans';
const dataOf = async (person: Person, path: string) => (await person.get(`/api/visibility/aeo/${path}`)).json().data;

/** Answers of which the first `mentions` mention the client, each to a question of its own. */
const sample = (mentions: number, size: number, facts: object = {}) =>
  Array.from({ length: size }, (_, n) => answer({ mentioned: n < mentions, prompt: `Question ${n}`, ...facts }));

/** A person whose organization has a scan with these answers. */
async function answered(answers: object[], facts: object = {}) {
  const person = await portal.register();
  const pipeline = await person.pipeline();
  const response = await pipeline.post(SCANS, scan({ aeo: aeo({ answers }), ...facts }));
  expect(response.statusCode).toBe(201);
  return { person, pipeline, runId: response.json().runId as string };
}

const on = (day: string) => ({ completedAt: `${day}T02:00:00.000Z` });

describe('GET /api/visibility/aeo/history', () => {
  it('has the interval of each scan with answers, and what became of the rate since the one before', async () => {
    const { person, pipeline } = await answered(sample(12, 40), on('2026-02-01'));
    await pipeline.post(SCANS, scan({ ...on('2026-02-08'), aeo: aeo({ answers: sample(15, 40) }) }));
    await pipeline.post(SCANS, scan({ ...on('2026-02-15'), aeo: aeo({ answers: [] }) }));
    await pipeline.post(SCANS, scan(on('2026-02-16')));
    const more = aeo({ answers: sample(95, 100), aeo_visibility_score: 60 });
    await pipeline.post(SCANS, scan({ ...on('2026-02-22'), aeo: more }));

    const history = await dataOf(person, 'history');

    const runId = expect.any(String);
    const [first, second, third] = ['2026-02-01', '2026-02-08', '2026-02-22'].map((day) => on(day).completedAt);
    expect(history).toEqual([
      {
        runId,
        asOf: first,
        mentionRate: 30,
        low: 17.4,
        high: 46.5,
        sampleSize: 40,
        aeo_visibility_score: 44.4,
        change: null,
        significant: false,
      },
      {
        runId,
        asOf: second,
        mentionRate: 37.5,
        low: 23.5,
        high: 53.9,
        sampleSize: 40,
        aeo_visibility_score: 44.4,
        significant: false,
        change: {
          value: 7.5,
          low: -1,
          high: 16,
          verdict: 'no_clear_change',
          smallestVisible: 12.1,
          comparedOn: { prompts: 40, engines: 1, readings: 80 },
          notComparable: [],
        },
      },
      {
        runId,
        asOf: third,
        mentionRate: 95,
        low: 88.4,
        high: 97.9,
        sampleSize: 100,
        aeo_visibility_score: 60,
        significant: false,
        change: {
          value: null,
          low: null,
          high: null,
          verdict: 'not_comparable',
          smallestVisible: null,
          comparedOn: { prompts: 40, engines: 1, readings: 80 },
          notComparable: [{ reason: 'other_questions', detail: expect.stringContaining('40%') }],
        },
      },
    ]);
  });

  it('takes questions for the same in any case and spacing, and models for what they are', async () => {
    const asked = ['  BEST Straße', 'two', 'three', 'four', 'five'];
    const same = ['best\u00a0 STRASSE ', 'TWO', 'Three', 'fouR', ' five '];
    const sent = (prompts: string[], facts: object) => prompts.map((prompt) => answer({ prompt, ...facts }));
    const { person, pipeline } = await answered(sent(asked, { mentioned: false, model: 'm1' }), on('2026-02-01'));
    const next = [sent(same, { model: 'm1' }), sent(same, { model: 'm2' }), sent(same, {})];
    for (const [week, answers] of next.entries())
      await pipeline.post(SCANS, scan({ ...on(`2026-02-0${week + 2}`), aeo: aeo({ answers }) }));

    const changes = (await dataOf(person, 'history')).map(({ change }: { change: unknown }) => change);

    const other = { verdict: 'not_comparable', notComparable: [{ reason: 'other_models' }] };
    expect(changes).toMatchObject([null, { verdict: 'moved', value: 100, low: 100 }, other, other]);
  });

  it('compares with the scan before in time, in whatever order scans come and are replaced', async () => {
    const { person, pipeline } = await answered(sample(0, 10), { ...on('2026-02-01'), externalId: 'first' });
    const send = (externalId: string, day: string, mentions: number, size = 10) =>
      pipeline.post(SCANS, scan({ ...on(day), externalId, aeo: aeo({ answers: sample(mentions, size) }) }));
    const values = async () =>
      (await dataOf(person, 'history')).map(
        ({ change }: { change: { value: number } | null }) => change?.value ?? null,
      );

    const seen = [];
    for (const step of [
      () => send('third', '2026-02-15', 10),
      () => send('second', '2026-02-08', 5),
      () => send('first', '2026-02-01', 5),
      () => send('first', '2026-02-22', 5),
      () => send('second', '2026-02-08', 5, 0),
    ]) {
      await step();
      seen.push(await values());
    }

    expect(seen).toEqual([
      [null, 100],
      [null, 50, 50],
      [null, 0, 50],
      [null, 50, -50],
      [null, -50],
    ]);
  });

  it('compares a scan with those of its own source', async () => {
    const { person, pipeline, runId } = await answered(sample(0, 10), on('2026-02-01'));
    const db = clientDb(portal, person.orgId);
    await db.update(aeoEvidence).set({ source: 'own' });
    await pipeline.post(SCANS, scan({ ...on('2026-02-08'), aeo: aeo({ answers: sample(5, 10) }) }));

    const history = await dataOf(person, 'history');

    expect(history).toMatchObject([
      { runId, change: null },
      { change: null, significant: false },
    ]);
  });

  it('compares the first scan of a period or page with the one before it', async () => {
    const { person, pipeline } = await answered(sample(1, 50), on('2026-02-01'));
    await pipeline.post(SCANS, scan({ ...on('2026-02-08'), aeo: aeo({ answers: sample(45, 50) }) }));

    const answers = [await dataOf(person, 'history?from=2026-02-08'), await dataOf(person, 'history?limit=1')];

    for (const points of answers) expect(points).toMatchObject([{ mentionRate: 90, significant: true }]);
  });

  it('has no interval where one question was asked, however often', async () => {
    const { person } = await answered(sample(3, 30, { prompt: 'The same' }));

    expect(await dataOf(person, 'history')).toMatchObject([{ mentionRate: 10, low: null, high: null }]);
  });

  it.each(['?limit=0', '?limit=366', '?from=yesterday', '?from=2026-02-02&to=2026-02-01'])(
    'refuses %s',
    async (query) => {
      const person = await portal.register();

      expect(outcome(await person.get(`/api/visibility/aeo/history${query}`))).toBe('400 VALIDATION_ERROR');
    },
  );
});

describe('GET /api/visibility/aeo/engines', () => {
  it('has rate, interval and share of voice of each assistant, highest rate first', async () => {
    const { person } = await answered([
      ...sample(3, 10, { engine: 'chatgpt', competitors: ['rival.example', 'www.rival.example', 'other.example'] }),
      ...sample(9, 10, { engine: 'perplexity', competitors: [] }),
      ...sample(0, 4, { engine: 'gemini', competitors: [] }),
    ]);

    const engines = await dataOf(person, 'engines');

    expect(engines).toEqual([
      { engine: 'perplexity', mentionRate: 90, low: 42.2, high: 99.1, sampleSize: 10, shareOfVoice: 100 },
      // A domain of a competitor counts once for each answer: 3 of 3 + 2 · 10.
      { engine: 'chatgpt', mentionRate: 30, low: 7.6, high: 69, sampleSize: 10, shareOfVoice: 13 },
      { engine: 'gemini', mentionRate: 0, low: 0, high: 49, sampleSize: 4, shareOfVoice: null },
    ]);
  });
});

describe('GET /api/visibility/aeo/sources', () => {
  const cites = (...urls: string[]) => answer({ citations: urls.map((url) => ({ url })), competitors: ['b.example'] });

  it('counts citations by registrable domain, and knows the client and its competitors', async () => {
    const { person } = await answered(
      [
        cites('https://www.yelp.com/1', 'https://m.yelp.com/2', 'https://example.com/about'),
        cites('https://yelp.com/1', 'http://b.example/', 'https://www.compared.example/x'),
        cites('https://en.wikipedia.org/wiki/Dentist', 'https://blog.example.com/', 'https://yelp.com/3'),
      ],
      { competitors: [competitor({ domain: 'compared.example' })] },
    );
    await person.put('/api/auth/org', { website: 'https://www.example.com' });

    const sources = await dataOf(person, 'sources');

    expect(sources).toEqual([
      { domain: 'yelp.com', citations: 4, share: 44.5, own: false, competitor: false },
      { domain: 'example.com', citations: 2, share: 22.2, own: true, competitor: false },
      { domain: 'b.example', citations: 1, share: 11.1, own: false, competitor: true },
      { domain: 'compared.example', citations: 1, share: 11.1, own: false, competitor: true },
      { domain: 'wikipedia.org', citations: 1, share: 11.1, own: false, competitor: false },
    ]);
  });

  it('follows the organization’s website at once', async () => {
    const { person } = await answered([cites('https://moved.example/')]);
    const before = await dataOf(person, 'sources');

    await person.put('/api/auth/org', { website: 'https://moved.example' });

    expect([before, await dataOf(person, 'sources')]).toMatchObject([[{ own: false }], [{ own: true }]]);
  });
});

describe('The evidence of AI search', () => {
  it('is of the latest scan with answers, also after one without', async () => {
    const { person, pipeline, runId } = await answered([answer({ engine: 'claude' })], on('2026-02-01'));
    await pipeline.post(SCANS, scan({ ...on('2026-02-08'), aeo: aeo() }));
    await pipeline.post(SCANS, scan({ ...on('2026-01-08'), aeo: aeo({ answers: [answer()] }) }));

    const [engines, answers, sources] = await Promise.all(
      ['engines', 'answers', 'sources'].map((path) => dataOf(person, path)),
    );

    expect(engines).toMatchObject([{ engine: 'claude', sampleSize: 1 }]);
    expect(answers).toMatchObject([{ engine: 'claude' }]);
    expect(sources).toMatchObject([{ domain: 'yelp.example', citations: 1 }]);
    expect((await dataOf(person, 'history')).at(-1)).toMatchObject({ runId });
  });

  it('is replaced with its scan, and goes with it', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const db = clientDb(portal, person.orgId);
    const send = (answers?: object[]) => pipeline.post(SCANS, scan({ externalId: 'same', aeo: aeo({ answers }) }));
    const seen = async () =>
      (await dataOf(person, 'engines')).map(
        ({ engine, sampleSize }: Record<string, unknown>) => `${engine} ${sampleSize}`,
      );

    const states = [];
    for (const answers of [sample(1, 3), sample(0, 2, { engine: 'gemini' }), undefined, sample(1, 1)]) {
      await send(answers);
      states.push(await seen());
    }
    const stored = await db.select().from(aeoAnswers);
    await db.delete(scoreRuns);

    expect(states).toEqual([['chatgpt 3'], ['gemini 2'], [], ['chatgpt 1']]);
    expect(stored).toHaveLength(1);
    expect([await db.select().from(aeoAnswers), await db.select().from(aeoEvidence)]).toEqual([[], []]);
  });

  it('is stored once for twenty parallel copies of a scan', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const one = scan({ aeo: aeo({ answers: sample(2, 5) }) });

    const responses = await Promise.all(Array.from({ length: 20 }, () => pipeline.post(SCANS, one)));

    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(await dataOf(person, 'answers')).toHaveLength(5);
  });

  it('is no part of the metrics', async () => {
    const { person } = await answered(sample(1, 2));

    expect((await person.get('/api/visibility/aeo')).json().data).not.toHaveProperty('answers');
  });

  it('may be 2,000 answers with all sources and competitors', async () => {
    const citations = Array.from({ length: 30 }, (_, n) => ({ url: `https://s${n}.co/`, title: 't' }));
    const competitors = Array.from({ length: 30 }, (_, n) => `r${n}.co`);
    const facts = { citations, competitors, excerpt: undefined };
    const { person } = await answered(sample(500, 2000, facts));

    expect(await dataOf(person, 'engines')).toMatchObject([{ mentionRate: 25, sampleSize: 2000, shareOfVoice: 0.8 }]);
    expect(await dataOf(person, 'sources?limit=2')).toMatchObject([{ citations: 2000 }, { citations: 2000 }]);
  });
});
