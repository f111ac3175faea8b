import {
  capitalize,
  componentName,
  formatNumber,
  formatPercent,
  joinSentences,
  joinWords,
  roundToTenth,
} from './formatting.ts';
import { type ComponentChange, componentChanges, findGaps, type Gap, type Visibility } from './gaps.ts';

const whole = ({ overall, change }: Visibility) => {
  if (change === null) return 'It is the first scan, so there is nothing to compare it with.';
  if (change === 0) return 'It has not moved since the scan before.';
  const before = formatNumber(roundToTenth(overall.dynamic_score - change));
  return `It ${change > 0 ? 'rose' : 'fell'} by ${formatNumber(Math.abs(change))} points since the scan before, from ${before}.`;
};

const moved = ({ name, score, change }: ComponentChange) =>
  `${name} (by ${formatNumber(Math.abs(change))}, to ${formatNumber(score)})`;

/** Which components moved, those that rose apart from those that fell; empty where none did or none is known. */
export function movement(visibility: Visibility): string {
  const seen = componentChanges(visibility);
  const rose = seen.filter(({ change }) => change > 0).slice(0, 2);
  const fell = seen.filter(({ change }) => change < 0).slice(0, 2);
  const parts = [
    ...(rose.length > 0 ? [`up went ${joinWords(rose.map(moved))}`] : []),
    ...(fell.length > 0 ? [`down went ${joinWords(fell.map(moved))}`] : []),
  ];
  return parts.length > 0 ? `${capitalize(parts.join('; '))}.` : '';
}

const held = ({ name, score, lift }: Gap) =>
  `${name} (at ${formatNumber(score)}, worth up to ${formatNumber(lift)} points)`;

function tiers({ tiers }: Visibility) {
  const [weakest, ...others] = tiers.toSorted((a, b) => a.score - b.score);
  const strongest = others.at(-1);
  if (!weakest || !strongest || weakest.score === strongest.score) return '';
  return `Of the tiers, ${componentName(strongest.key)} is the strongest at ${formatNumber(strongest.score)} and ${componentName(weakest.key)} the weakest at ${formatNumber(weakest.score)}.`;
}

/** Where the score stands, what moved, what holds it back and by how much each could lift it, in plain words. */
export function describeScores(visibility: Visibility): string {
  const { dynamic_score: dynamic, raw_score: raw, confidence } = visibility.overall;
  const found = findGaps(visibility).slice(0, 3);
  return joinSentences([
    `Your visibility score is ${formatNumber(dynamic)} of 100 (raw ${formatNumber(raw)}), at a confidence of ${formatPercent(confidence)}.`,
    whole(visibility),
    movement(visibility),
    found.length > 0
      ? `What holds it back most is ${joinWords(found.map(held))}.`
      : 'No component holds it back noticeably.',
    tiers(visibility),
  ]);
}
