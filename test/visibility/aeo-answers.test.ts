import { describe, expect, it } from 'vitest';
import { scoreRuns } from '../../db/schema/index.ts';
import { clientDb } from '../helpers/client-db.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { aeo, answer } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const SCANS = '/api/ingest/scans';

/** Asks for the answers of an organization whose scan has these. */
async function withAnswers(answers: object[]) {
  const person = await portal.register();
  const pipeline = await person.pipeline();
  await pipeline.post(SCANS, scan({ aeo: aeo({ answers }) }));
  return async (query: string) => (await person.get(`/api/visibility/aeo/answers${query}`)).json().data;
}

describe('GET /api/visibility/aeo/answers', () => {
  it('lists the answers as sent, latest first', async () => {
    const [early, late] = ['2026-02-14T09:00:00.000Z', '2026-02-14T10:00:00.000Z'];
    const bare = {
      position: undefined,
      sentiment: undefined,
      excerpt: undefined,
      citations: [{ url: 'https://a.co/' }],
    };
    const ask = await withAnswers([
      answer({ askedAt: early, model: 'gpt-5.2' }),
      answer({ askedAt: late, prompt: 'Second', ...bare }),
      answer({ askedAt: early, prompt: 'Third' }),
    ]);

    const answers = await ask('');

    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const nothing = {
      position: null,
      sentiment: null,
      excerpt: null,
      citations: [{ url: 'https://a.co/', title: null }],
    };
    expect(answers).toEqual([
      { id, facts: [], ...answer({ askedAt: late, prompt: 'Second' }), ...nothing, model: null },
      { id, facts: [], ...answer({ askedAt: early }), model: 'gpt-5.2' },
      { id, facts: [], ...answer({ askedAt: early, prompt: 'Third' }), model: null },
    ]);
  });

  it('can be filtered by assistant, by mention, and by a text in question or excerpt', async () => {
    const ask = await withAnswers([
      answer({ prompt: 'one', engine: 'gemini', mentioned: false, excerpt: null }),
      answer({ prompt: 'two', excerpt: 'A 100% Sure_thing' }),
      answer({ prompt: 'three', engine: 'gemini', excerpt: 'Nothing.' }),
    ]);
    const prompts = async (query: string) => (await ask(`?${query}`)).map(({ prompt }: { prompt: string }) => prompt);

    const found = [
      await prompts('engine=gemini'),
      await prompts('mentioned=false'),
      await prompts('mentioned=true&engine=gemini'),
      await prompts('search=TWO'),
      await prompts('search=100%25%20sure_'),
      await prompts('search=%25'),
      await prompts('search=%5C'),
      await prompts('engine=GEMINI'),
      await prompts('search='),
    ];

    expect(found).toEqual([
      ['one', 'three'],
      ['one'],
      ['three'],
      ['two'],
      ['two'],
      ['two'],
      [],
      [],
      ['one', 'two', 'three'],
    ]);
  });

  it.each(['mentioned=yes', 'engine=', `search=${'x'.repeat(201)}`, `engine=${'x'.repeat(201)}`])(
    'refuses %s',
    async (query) => {
      const person = await portal.register();

      expect(outcome(await person.get(`/api/visibility/aeo/answers?${query}`))).toBe('400 VALIDATION_ERROR');
    },
  );
});

describe('An answer of a scan', () => {
  it.each([
    ['more than 2,000 answers', { answers: Array(2001).fill(answer()) }, 'aeo.answers'],
    ['a sentiment over 1', { answers: [answer({ sentiment: 1.1 })] }, 'aeo.answers.0.sentiment'],
    ['position 0', { answers: [answer({ position: 0 })] }, 'aeo.answers.0.position'],
    ['a model of 201 characters', { answers: [answer({ model: 'x'.repeat(201) })] }, 'aeo.answers.0.model'],
    ['a model without a name', { answers: [answer({ model: '' })] }, 'aeo.answers.0.model'],
    ['no question', { answers: [answer({ prompt: '' })] }, 'aeo.answers.0.prompt'],
    ['an excerpt of 501 characters', { answers: [answer({ excerpt: 'x'.repeat(501) })] }, 'aeo.answers.0.excerpt'],
    [
      'a competitor that is no domain',
      { answers: [answer({ competitors: ['Rival'] })] },
      'aeo.answers.0.competitors.0',
    ],
    ['31 competitors', { answers: [answer({ competitors: Array(31).fill('a.co') })] }, 'aeo.answers.0.competitors'],
    [
      '31 sources',
      { answers: [answer({ citations: Array(31).fill({ url: 'https://a.co' }) })] },
      'aeo.answers.0.citations',
    ],
    [
      'a source that runs',
      { answers: [answer({ citations: [{ url: 'javascript:alert(1)' }] })] },
      'aeo.answers.0.citations.0.url',
    ],
    ['an answer of next week', { answers: [answer({ askedAt: '2999-01-01T00:00:00Z' })] }, 'aeo.answers.0.askedAt'],
    ['a mention in words', { answers: [answer({ mentioned: 'yes' })] }, 'aeo.answers.0.mentioned'],
  ])('is refused with %s, and nothing is stored', async (_what, wrong, path) => {
    const person = await portal.register();
    const pipeline = await person.pipeline();

    const response = await pipeline.post(SCANS, scan({ aeo: aeo(wrong) }));

    expect(response.statusCode).toBe(400);
    expect(response.json().issues).toMatchObject([{ path }]);
    expect(await clientDb(portal, person.orgId).select().from(scoreRuns)).toEqual([]);
  });
});
