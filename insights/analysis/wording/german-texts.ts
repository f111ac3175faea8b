import { findGaps } from '../gaps.ts';
import { GERMAN_COMPONENTS, joinInGerman, numberInGerman } from './german-formatting.ts';
import { GERMAN_MEANINGS, GERMAN_TERMS } from './german-glossary.ts';
import { germanTrends } from './german-singles.ts';
import type { AnswerTexts } from './texts.ts';

const FIRST_STEPS =
  'Noch ist nichts gemessen: Beginnen Sie mit einem ersten Scan, verbinden Sie dann Ihre Website-Analyse und setzen Sie ein Ziel.';

export const germanTexts: AnswerTexts = {
  meanings: ({ topics }, parts) =>
    [
      ...parts.map((part) => `„${GERMAN_COMPONENTS[part]}“ heißt im Scan: ${GERMAN_MEANINGS[part]}.`),
      ...topics.flatMap((topic) => GERMAN_TERMS[topic] ?? []),
    ]
      .slice(0, 3)
      .join(' '),
  stateOf: ({ visibility }, parts) => {
    if (!visibility || parts.length === 0) return '';
    const measured = [...visibility.components, ...visibility.tiers].filter(({ key }) => parts.includes(key));
    const said = measured.map(({ key, score }) => `${GERMAN_COMPONENTS[key]} bei ${numberInGerman(score)}`);
    return measured.length > 0
      ? `Im letzten Scan: ${joinInGerman(said)}.`
      : `Der letzte Scan hat keinen Wert für: ${joinInGerman(parts.map((part) => GERMAN_COMPONENTS[part]))}.`;
  },
  trends: germanTrends,
  advice: ({ visibility }, first) => {
    if (!first) return FIRST_STEPS;
    const gaps = visibility ? findGaps(visibility).slice(0, 3) : [];
    const said = gaps.map(({ key, score }) => `${GERMAN_COMPONENTS[key]} (jetzt ${numberInGerman(score)})`);
    const where = said.length > 0 ? `Am meisten zu gewinnen ist hier: ${joinInGerman(said)}. ` : '';
    return `${where}Die Empfehlungen darunter sind nach Priorität geordnet.`;
  },
};
