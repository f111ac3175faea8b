import { describe, expect, it } from 'vitest';
import { ingest } from '../helpers/content.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const SUGGESTIONS = '/api/content-suggestions';

type Status = 'pending' | 'accepted' | 'rejected' | 'published';

/** Suggestions of these statuses, a minute apart, the last one the newest. */
async function suggest(person: Person, statuses: Status[], facts: object = {}): Promise<string[]> {
  const titles = statuses.map((_, index) => `Suggestion ${index}`);
  await ingest(
    person,
    statuses.map((status, index) =>
      record('suggestion', {
        title: titles[index],
        status,
        createdAt: new Date(Date.UTC(2026, 1, 1, 0, index)).toISOString(),
        ...facts,
      }),
    ),
  );
  const made: { draftId: string; title: string }[] = await list(person);
  return titles.map((title) => made.find((suggestion) => suggestion.title === title)?.draftId ?? '');
}

const list = async (person: Person, query = '') => (await person.get(`${SUGGESTIONS}${query}`)).json().data;

describe('GET /api/content-suggestions', () => {
  it('lists the suggestions, newest first', async () => {
    const person = await portal.register();
    const ids = await suggest(person, ['pending', 'accepted']);

    const data = await list(person);

    expect(data.map(({ draftId }: { draftId: string }) => draftId)).toEqual(ids.toReversed());
    expect(data[1]).toEqual({
      draftId: ids[0],
      title: 'Suggestion 0',
      summary: 'What people ask before they book.',
      contentType: 'article',
      targetQuery: 'does a root canal hurt',
      status: 'pending',
      confidence: 0.82,
      rationale: 'Often asked, and answered nowhere.',
      sources: ['search_console', 'ai_answers'],
      createdAt: '2026-02-01T00:00:00.000Z',
      pageId: null,
      feedback: null,
    });
  });

  it('uses the time of ingestion for suggestions without a date', async () => {
    const person = await portal.register();
    const [old, undated] = [
      record('suggestion', { title: 'Old' }),
      record('suggestion', { title: 'New', createdAt: null }),
    ];
    await ingest(person, [undated]);
    await ingest(person, [old, { ...undated, data: { ...undated.data, status: 'accepted' } }]);

    const data = await list(person);

    expect(data.map(({ title }: { title: string }) => title)).toEqual(['New', 'Old']);
    expect(Date.now() - Date.parse(data[0].createdAt)).toBeLessThan(60_000);
  });

  it('paginates and filters by status', async () => {
    const person = await portal.register();
    const ids = await suggest(person, ['pending', 'rejected', 'pending', 'published', 'pending']);
    const ask = async (query: string) => (await list(person, query)).map(({ draftId }: { draftId: string }) => draftId);

    const [part, pending] = [await ask('?limit=2&offset=1'), await ask('?status=pending')];

    expect(part).toEqual([ids[3], ids[2]]);
    expect(pending).toEqual([ids[4], ids[2], ids[0]]);
  });

  it.each(['limit=0', 'limit=201', 'offset=x', 'status=open'])('refuses %s', async (query) => {
    const person = await portal.register();

    expect((await person.get(`${SUGGESTIONS}?${query}`)).statusCode).toBe(400);
  });

  it('counts the pending suggestions', async () => {
    const person = await portal.register();
    const count = async () => (await person.get(`${SUGGESTIONS}/review-count`)).json();

    const before = await count();
    await suggest(person, ['pending', 'rejected', 'pending']);
    const after = await count();

    expect([before, after]).toEqual([0, 2].map((count) => ({ ok: true, data: { count } })));
  });
});

describe('POST /api/content-suggestions/{draftId}/feedback', () => {
  it('stores one feedback per user, shown to that user only', async () => {
    const [person, other] = [await portal.register(), await portal.register()];
    const [draftId] = await suggest(person, ['pending']);
    const url = `${SUGGESTIONS}/${draftId}/feedback`;

    const first = await person.post(url, { rating: 2, feedback: 'Too general.' });
    const second = await person.post(url, { rating: 3.5 });

    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(first.json()).toEqual({
      ok: true,
      data: {
        draftId,
        rating: 2,
        feedback: 'Too general.',
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      },
    });
    const { createdAt } = first.json().data;
    expect(second.json().data).toMatchObject({ rating: 3.5, feedback: null, createdAt });
    expect((await list(person))[0].feedback).toEqual({ rating: 3.5, feedback: null, createdAt });
    expect((await (await person.pipeline(['read'])).get(SUGGESTIONS)).json().data[0].feedback).toBeNull();
    expect(await list(other)).toEqual([]);
  });

  it('stores twenty concurrent requests as one feedback', async () => {
    const person = await portal.register();
    const [draftId] = await suggest(person, ['pending']);

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => person.post(`${SUGGESTIONS}/${draftId}/feedback`, { rating: 1 + (n % 5) })),
    );

    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await person.get(`${SUGGESTIONS}/analytics`)).json().data.ratingsCount).toBe(1);
  });

  it.each([
    ...[true, false, '3', '', [4], { value: 4 }, 0, 0.99, 5.01, 6, -1, null].map((rating) => ({ rating })),
    {},
    { rating: 3, feedback: 5 },
    { rating: 3, feedback: ['x'] },
    { rating: 3, feedback: 'x'.repeat(2001) },
    { rating: 3, feedback: 'x\u0000' },
  ])('%j is refused, over REST and tRPC', async (body) => {
    const person = await portal.register();
    const [draftId] = await suggest(person, ['pending']);

    const rest = await person.post(`${SUGGESTIONS}/${draftId}/feedback`, body);
    const rpc = await person.post('/trpc/contentSuggestions.feedback', { draftId, ...body });

    expect([rest, rpc].map(outcome)).toEqual(Array(2).fill('400 VALIDATION_ERROR'));
    expect((await list(person))[0].feedback).toBeNull();
  });

  it.each(['{"rating": 1e999}', '{"rating": NaN}', '{"rating": 3'])('refuses %s', async (body) => {
    const person = await portal.register();
    const [draftId] = await suggest(person, ['pending']);

    const response = await person.post(`${SUGGESTIONS}/${draftId}/feedback`, body, {
      'content-type': 'application/json',
    });

    expect(response.statusCode).toBe(400);
  });

  it('accepts 2,000 characters', async () => {
    const person = await portal.register();
    const [draftId] = await suggest(person, ['pending']);
    const feedback = '🦷'.repeat(2000);

    const response = await person.post(`${SUGGESTIONS}/${draftId}/feedback`, { rating: 1, feedback });

    expect(response.json().data.feedback).toBe(feedback);
  });
});

describe('GET /api/content-suggestions/analytics', () => {
  const EMPTY = {
    total: 0,
    pending: 0,
    accepted: 0,
    rejected: 0,
    published: 0,
    acceptanceRate: null,
    averageRating: null,
    ratingsCount: 0,
  };

  it('returns zeros without suggestions', async () => {
    const person = await portal.register();

    const { data } = (await person.get(`${SUGGESTIONS}/analytics`)).json();

    expect(data).toEqual({ ...EMPTY, byType: [] });
  });

  it('counts each suggestion once, by status and by type', async () => {
    const person = await portal.register();
    const ids = await suggest(person, ['pending', 'accepted', 'accepted', 'rejected', 'published']);
    await suggest(person, ['rejected'], { contentType: 'faq' });
    await person.post(`${SUGGESTIONS}/${ids[0]}/feedback`, { rating: 5 });
    await person.post(`${SUGGESTIONS}/${ids[1]}/feedback`, { rating: 4 });
    await portal.deps.database.accounts.execute(`
      insert into suggestion_feedback (client_id, suggestion_id, user_id, rating)
      values ('${person.orgId}', '${ids[1]}', gen_random_uuid(), 1)`);

    const before = (await person.get(`${SUGGESTIONS}/analytics`)).json().data;
    await person.post(`${SUGGESTIONS}/${ids[1]}/feedback`, { rating: 1 });
    const after = (await person.get(`${SUGGESTIONS}/analytics`)).json().data;

    const article = { total: 5, pending: 1, accepted: 2, rejected: 1, published: 1, acceptanceRate: 75 };
    expect(before).toEqual({
      total: 6,
      pending: 1,
      accepted: 2,
      rejected: 2,
      published: 1,
      acceptanceRate: 60,
      averageRating: 3.33,
      ratingsCount: 3,
      byType: [
        { contentType: 'article', ...article, averageRating: 3.33, ratingsCount: 3 },
        { ...EMPTY, contentType: 'faq', total: 1, rejected: 1, acceptanceRate: 0 },
      ],
    });
    expect(after.averageRating).toBe(2.33);
  });
});
