import { describe, expect, it } from 'vitest';
import { deterministicAnswer } from '../../../insights/deterministic.ts';
import { SCORE_KEYS } from '../../../insights/score-keys.ts';
import type { InsightContext } from '../../../insights/wire.ts';
import { everything, nothing, question } from '../../helpers/contexts.ts';

const ENGLISH = /\b(the|your|and|with|goal|percent|points|stands|score)\b|\{customers\}/i;
const GERMAN = /\b(und|die|der|das|Sie|mit|ein|eine|einen|um|zu|für)\b|(en|ern)$/;

const everyComponent = SCORE_KEYS.map((key, at) => ({ key, score: 10 + at, weight: 1, change: null }));

function contexts(): [what: string, context: InsightContext][] {
  const full = everything();
  const { visibility, goals } = full;
  const overdue = goals.map((goal) => ({ ...goal, is_overdue: true, status: 'in_progress' as const }));
  return [
    ['a whole organization', full],
    ['overdue goals', { ...full, goals: overdue }],
    ['one overdue goal', { ...full, goals: overdue.slice(0, 1) }],
    ['every component', { ...full, visibility: visibility && { ...visibility, components: everyComponent } }],
    ['hardly anything', nothing({ content: { published_posts: 1 } })],
  ];
}

const asked = (query: string, context: InsightContext) =>
  deterministicAnswer(question('nlq', query, context, 50)).recommendations;

describe('Recommendations', () => {
  it.each(contexts())('are in the language of the question, with the same figures and order: %s', (_what, context) => {
    const german = asked('Was sollten wir als Nächstes tun?', context);
    const english = asked('What should we do next?', context);

    expect(german.length).toBeGreaterThan(0);
    expect(german.map(({ priority_score }) => priority_score)).toEqual(
      english.map(({ priority_score }) => priority_score),
    );
    expect(german.filter(({ title, description }) => ENGLISH.test(`${title} ${description}`))).toEqual([]);
    expect(german.filter(({ description }) => !GERMAN.test(description))).toEqual([]);
    expect(english.filter(({ description }) => /\b(Sie|und|der|die)\b/.test(description))).toEqual([]);
  });
});

describe.each(['scoring', 'playbook'] as const)('The answer of %s', (type) => {
  it.each([...contexts(), ['nothing', nothing({})] as const])(
    'is in German for who reads German, with the figures of the English one: %s',
    (_what, context) => {
      const asked = question(type, undefined, context, 50);
      const [english, german] = [undefined, 'de' as const].map((language) =>
        deterministicAnswer({ ...asked, options: { ...asked.options, ...(language && { language }) } }),
      );

      const texts = [german?.answer, ...(german?.suggestions ?? [])].join(' ');
      const figures = (answer = '') => answer.match(/\d+(?:[.,]\d+)*/g)?.map((it) => it.replace(',', '.'));
      expect(texts).not.toMatch(/\b(the|your|and|with|goal|points|score|scan before)\b/i);
      expect(german?.answer).toMatch(/\b(ist|gibt|sticht|verspricht)\b/);
      expect(figures(german?.answer)?.toSorted()).toEqual(figures(english?.answer)?.toSorted());
      expect(german?.recommendations.map(({ priority_score }) => priority_score)).toEqual(
        english?.recommendations.map(({ priority_score }) => priority_score),
      );
    },
  );
});
