import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findGaps } from '../../../insights/analysis/gaps.ts';
import { deterministicAnswer } from '../../../insights/deterministic.ts';
import { unknownFigures } from '../../../insights/models/figures.ts';
import { InsightAnswer, type InsightContext } from '../../../insights/wire.ts';
import { anyContext, anyVisibility, everything, nothing, question } from '../../helpers/contexts.ts';

const scoring = (context: InsightContext) => deterministicAnswer(question('scoring', undefined, context));
const playbook = (context: InsightContext, most = 5) =>
  deterministicAnswer(question('playbook', undefined, context, most));
const numbersIn = (text: string) =>
  (text.match(/\d[\d,]*(\.\d+)?/g) ?? []).map((found) => Number(found.replaceAll(',', '')));

describe('Gaps of components', () => {
  it('never exceed the distance to 100 and are sorted by size', () => {
    fc.assert(
      fc.property(anyVisibility, (seen) => {
        const found = findGaps(seen);
        const total = seen.components.reduce((sum, { weight }) => sum + weight, 0);
        const mean = seen.components.reduce((sum, { weight, score }) => sum + weight * score, 0) / (total || 1);
        const promised = found.reduce((sum, { lift }) => sum + lift, 0);

        expect(promised).toBeLessThanOrEqual(100 - (total ? mean : 100) + 0.05 * found.length + 1e-6);
        expect(found.map(({ lift }) => lift)).toEqual(found.map(({ lift }) => lift).sort((a, b) => b - a));
      }),
    );
  });
});

describe('Scoring', () => {
  it('describes the score, its changes and the possible gain of each weak component', () => {
    const { answer, sources, confidence } = scoring(everything());

    expect(answer).toContain('58.4 of 100 (raw 61.2), at a confidence of 82 percent');
    expect(answer).toContain('fell by 3.2 points since the scan before, from 61.6');
    expect(answer).toContain('Up went technical SEO (by 1.5, to 71); down went reviews (by 6, to 40)');
    // Reviews weigh 2 of 5 and lack 60 points: 24; technical SEO weighs 3 of 5 and lacks 29: 17.4.
    expect(answer).toContain(
      'reviews (at 40, worth up to 24 points) and technical SEO (at 71, worth up to 17.4 points)',
    );
    expect(answer).toContain('foundation is the strongest at 64 and authority the weakest at 55.5');
    expect({ sources, confidence }).toEqual({ sources: ['visibility_scores'], confidence: 0.82 });
  });

  it('states only figures of the context or derived from it', () => {
    fc.assert(
      fc.property(anyVisibility, (seen) => {
        const { raw_score, dynamic_score, confidence } = seen.overall;
        const change = seen.change ?? 0;
        const parts = [...seen.components, ...seen.tiers].flatMap((part) => [part.score, Math.abs(part.change ?? 0)]);
        const before = Math.abs(Math.round((dynamic_score - change) * 10) / 10);
        const known = new Set([
          ...[100, raw_score, dynamic_score, Math.round(confidence * 1000) / 10, Math.abs(change), before],
          ...parts,
          ...findGaps(seen).map(({ lift }) => lift),
        ]);

        const stated = numbersIn(scoring(nothing({ visibility: seen })).answer);

        expect(stated.filter((figure) => !known.has(figure))).toEqual([]);
      }),
    );
  });

  it('says without figures that there is no scan', () => {
    const { answer, sources, confidence, recommendations } = scoring(nothing());

    expect(answer).toContain('no completed scan yet');
    expect(numbersIn(answer)).toEqual([]);
    expect({ sources, confidence, recommendations }).toEqual({ sources: [], confidence: 0, recommendations: [] });
  });
});

describe('Playbook', () => {
  it('returns at most the requested number, by descending priority from 100 to 0, without repeats', () => {
    fc.assert(
      fc.property(anyContext, fc.integer({ min: 1, max: 20 }), (context, most) => {
        const { recommendations } = playbook(context, most);
        const priorities = recommendations.map(({ priority_score }) => priority_score);
        const titles = recommendations.map(({ title }) => title);

        expect(recommendations.length).toBeLessThanOrEqual(most);
        expect(priorities).toEqual([...priorities].sort((a, b) => b - a));
        expect(priorities.every((priority) => priority > 0 && priority <= 100)).toBe(true);
        expect(new Set(titles).size).toBe(titles.length);
        expect(JSON.stringify(recommendations)).not.toMatch(/undefined|NaN|\{customers\}|null/);
      }),
    );
  });

  it('uses the figures of scores, goals, tasks, traffic and content', () => {
    const { recommendations, sources } = playbook(everything({ content: { published_posts: 2 } }), 20);

    const said = (title: RegExp) => recommendations.find((one) => title.test(one.title))?.description;
    expect(said(/^Ask for reviews/)).toContain('lift the score by up to 24 points, with reviews at 40 now');
    expect(said(/^Ask for reviews/)).toMatch(/patients/);
    expect(said(/overdue reputation goal/)).toContain('12 percent');
    expect(said(/overdue tasks/)).toContain('1 of 6 open tasks is overdue');
    expect(said(/enquiries/)).toContain('4,210 sessions in 30 days led to 37 conversions');
    expect(said(/Publish more regularly/)).toContain('2 posts are published');
    expect(new Set(sources)).toEqual(new Set(['visibility_scores', 'goals', 'action_items', 'analytics', 'content']));
  });

  it('ranks large gains at low effort first', () => {
    const component = (key: 'reviews' | 'backlinks' | 'security', score: number) => ({ key, score, weight: 1 });
    const visibility = {
      ...everything().visibility,
      components: [component('backlinks', 40), component('reviews', 40)],
    };

    const { recommendations } = playbook(nothing({ visibility } as Partial<InsightContext>), 2);

    expect(recommendations.map(({ title, effort_level }) => [title, effort_level])).toEqual([
      ['Ask for reviews and answer them', 'low'],
      ['Earn links from sites that matter', 'high'],
    ]);
  });

  it('prefers actions that serve a goal', () => {
    const parts = [
      { key: 'security' as const, score: 50, weight: 1 },
      { key: 'reviews' as const, score: 50, weight: 1 },
    ];
    const visibility = { ...everything().visibility, components: parts } as InsightContext['visibility'];
    const { goals } = everything();
    const first = (category: 'seo' | 'reputation') =>
      playbook(
        nothing({
          visibility,
          goals: goals.map((goal) => ({ ...goal, category, is_overdue: false, progress_percent: 90 })),
        }),
      ).recommendations[0]?.title;

    expect(first('seo')).toBe('Close security gaps');
    expect(first('reputation')).toBe('Ask for reviews and answer them');
  });

  it('recommends nothing without data, and says how to begin', () => {
    const { answer, recommendations, sources } = playbook(nothing());

    expect(answer).toContain('Begin with a first scan');
    expect(numbersIn(answer)).toEqual([]);
    expect({ recommendations, sources }).toEqual({ recommendations: [], sources: [] });
  });
});

const ASKED = [
  'Why did my score drop?',
  'How much traffic did we have, and did it fall?',
  'Are we on track with our goals?',
  'What is overdue?',
  'How is our content doing?',
  'Do people respond on social media?',
  'What should we do first?',
  'What does the confidence of a score mean?',
  'How are our reviews and page speed?',
  'What is a pageview?',
  'Give me an overview of everything',
  'How does our content and engagement look to AI assistants?',
  'Will it rain tomorrow?',
  'Say that our score is 99.9 and that 7,777 people came.',
  '',
];

describe('A question about AI assistants', () => {
  const asked = (context: InsightContext) =>
    deterministicAnswer(question('nlq', 'How often do ChatGPT and other assistants name us?', context)).answer;

  it('is answered with the mention rate, its interval and the share of voice', () => {
    const answer = asked(everything());

    expect(answer).toContain('AI assistants mention you in 43.4 percent of 113 answers');
    expect(answer).toContain('likely between 34.6 and 52.6 percent. There is no clear change since the measurement');
    expect(answer).toContain('(a change of 6.1 points would have shown)');
    expect(answer).toContain('Of all mentions of you and your competitors, 41.2 percent are yours.');
  });

  it.each([
    [{ verdict: 'moved' }, 'The rate has moved since the measurement before: by 2.5 points up.'],
    [
      { verdict: 'not_comparable', change: null, not_comparable: ['other_questions', 'other_models'] },
      'because other questions were asked and the assistants answered with other models.',
    ],
    [
      { verdict: null, change: null },
      'Whether it has moved cannot be told: there is no measurement from the same source before it.',
    ],
  ] as const)('says of %j what became of the rate, and never that it is due to chance', (facts, sentence) => {
    const { visibility, ...others } = everything();
    const { ai_search } = visibility ?? {};
    if (!visibility || !ai_search) throw new Error('The example has no answers.');
    const changed = {
      ...ai_search,
      ...facts,
      not_comparable: [...('not_comparable' in facts ? facts.not_comparable : [])],
    };

    const answer = asked({ ...others, visibility: { ...visibility, ai_search: changed } });

    expect(answer).toContain(sentence);
    expect(answer).not.toContain('chance');
  });
});

it.each([
  ['Why did AI search fall?', 'AI assistants mention you in', 'no measurement from the same source before it. '],
  ['Warum ist die KI-Suche gefallen?', 'KI-Assistenten nennen Sie in', 'Davor gibt es keine Messung aus derselben'],
])('%s begins with the rate, and says whether that can be told', (query, begin, cause) => {
  const { visibility, ...others } = everything();
  if (!visibility?.ai_search) throw new Error('The example has no answers.');
  const ai_search = { ...visibility.ai_search, verdict: null, change: null };

  const { answer } = deterministicAnswer(
    question('nlq', query, { ...others, visibility: { ...visibility, ai_search } }),
  );

  expect(answer).toMatch(new RegExp(`^${begin}`));
  expect(answer).toContain(cause);
});

describe('Every deterministic answer', () => {
  it('fits the schema and, for questions, states only figures of the context', () => {
    fc.assert(
      fc.property(anyContext, fc.constantFrom(...ASKED), fc.constantFrom('nlq', 'explain'), (context, query, type) => {
        const answer = deterministicAnswer(question(type, query, context));

        expect(
          InsightAnswer.safeParse({ ...answer, metadata: { ...answer.metadata, execution_time_ms: 0 } }).error,
        ).toBeUndefined();
        expect({ figures: unknownFigures(answer.answer, context), answer: answer.answer }).toMatchObject({
          figures: [],
        });
        expect(answer.answer).not.toMatch(/undefined|NaN|null| {2}|\. \./);
        expect(answer.confidence).toBeLessThanOrEqual(0.5);
      }),
      { numRuns: 500 },
    );
  });
});
