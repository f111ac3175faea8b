import {
  capitalize,
  componentName,
  joinSentences,
  joinWords,
  monthText,
  numberText,
  percentInWords,
  roundToTenth,
} from './formatting.ts';
import { type ComponentChange, componentChanges, findGaps, type Gap, type Visibility } from './gaps.ts';

/** When the score moved last, and how; empty where that is not known. */
export function lastMove(moved: Visibility['last_change']) {
  if (!moved) return '';
  const { month, before, dynamic_score: after } = moved;
  const points = numberText(Math.abs(roundToTenth(after - before)));
  return `It last moved in ${monthText(month)}: it ${after > before ? 'rose' : 'fell'} by ${points} points, from ${numberText(before)} to ${numberText(after)}.`;
}

const describeChange = ({ overall, change, last_change }: Visibility) => {
  if (change === null) return 'It is the first scan, so there is nothing to compare it with.';
  if (change === 0) return joinSentences(['It has not moved since the scan before.', lastMove(last_change)]);
  const before = numberText(roundToTenth(overall.dynamic_score - change));
  return `It ${change > 0 ? 'rose' : 'fell'} by ${numberText(Math.abs(change))} points since the scan before, from ${before}.`;
};

const changeText = ({ name, score, change }: ComponentChange) =>
  `${name} (by ${numberText(Math.abs(change))}, to ${numberText(score)})`;

/** A sentence on the components that rose and fell most; empty if no change is known. */
export function describeComponentChanges(visibility: Visibility): string {
  const changes = componentChanges(visibility);
  const rose = changes.filter(({ change }) => change > 0).slice(0, 2);
  const fell = changes.filter(({ change }) => change < 0).slice(0, 2);
  const parts = [
    ...(rose.length > 0 ? [`up went ${joinWords(rose.map(changeText))}`] : []),
    ...(fell.length > 0 ? [`down went ${joinWords(fell.map(changeText))}`] : []),
  ];
  return parts.length > 0 ? `${capitalize(parts.join('; '))}.` : '';
}

const gapText = ({ name, score, lift }: Gap) =>
  `${name} (at ${numberText(score)}, worth up to ${numberText(lift)} points)`;

function describeTiers({ tiers }: Visibility) {
  const [weakest, ...others] = tiers.toSorted((a, b) => a.score - b.score);
  const strongest = others.at(-1);
  if (!weakest || !strongest || weakest.score === strongest.score) return '';
  return `Of the tiers, ${componentName(strongest.key)} is the strongest at ${numberText(strongest.score)} and ${componentName(weakest.key)} the weakest at ${numberText(weakest.score)}.`;
}

/** Describes the score, its changes and the components with the largest possible gains. */
export function describeScores(visibility: Visibility): string {
  const { dynamic_score: dynamic, raw_score: raw, confidence } = visibility.overall;
  const largestGaps = findGaps(visibility).slice(0, 3);
  return joinSentences([
    `Your visibility score is ${numberText(dynamic)} of 100 (raw ${numberText(raw)}), at a confidence of ${percentInWords(confidence)}.`,
    describeChange(visibility),
    describeComponentChanges(visibility),
    largestGaps.length > 0
      ? `What holds it back most is ${joinWords(largestGaps.map(gapText))}.`
      : 'No component holds it back noticeably.',
    describeTiers(visibility),
  ]);
}
