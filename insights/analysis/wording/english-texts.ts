import { componentName, joinSentences, joinWords, numberText } from '../formatting.ts';
import { COMPONENT_MEANINGS, TERMS } from '../glossary.ts';
import { summarizeTopic } from '../topic-summaries.ts';
import type { AnswerTexts } from './texts.ts';

export const englishTexts: AnswerTexts = {
  meanings: ({ topics }, parts) =>
    [
      ...parts.map((part) => `Under ${componentName(part)}, the scan looks at ${COMPONENT_MEANINGS[part]}.`),
      ...topics.flatMap((topic) => TERMS[topic] ?? []),
    ]
      .slice(0, 3)
      .join(' '),
  stateOf: ({ visibility }, parts) => {
    if (!visibility || parts.length === 0) return '';
    const measured = [...visibility.components, ...visibility.tiers].filter(({ key }) => parts.includes(key));
    if (measured.length === 0) return `The latest scan has no figure for ${joinWords(parts.map(componentName))}.`;
    return `In the latest scan: ${joinWords(measured.map(({ key, score }) => `${componentName(key)} at ${numberText(score)}`))}.`;
  },
  trends: (context) => summarizeTopic('trends', context).text,
  advice: (_context, first, more) => {
    if (!first) return 'With nothing measured yet, begin with a first scan; then connect analytics and set a goal.';
    const others = more.slice(0, 2).map(({ title }) => `“${title}”`);
    const then = others.length > 0 ? `, then ${joinWords(others)}` : '';
    return joinSentences([`The most promising step is “${first.title}”${then}; the recommendations say why.`]);
  },
};
