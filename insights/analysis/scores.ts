import { type Gap, gaps, type Move, moves, type Visibility } from './gaps.ts';
import { figure, list, one, percentText, sentence, spoken, together } from './words.ts';

const whole = ({ overall, change }: Visibility) => {
  if (change === null) return 'It is the first scan, so there is nothing to compare it with.';
  if (change === 0) return 'It has not moved since the scan before.';
  const before = figure(one(overall.dynamic_score - change));
  return `It ${change > 0 ? 'rose' : 'fell'} by ${figure(Math.abs(change))} points since the scan before, from ${before}.`;
};

const moved = ({ name, score, change }: Move) => `${name} (by ${figure(Math.abs(change))}, to ${figure(score)})`;

/** Which components moved, those that rose apart from those that fell; empty where none did or none is known. */
export function movement(visibility: Visibility): string {
  const seen = moves(visibility);
  const rose = seen.filter(({ change }) => change > 0).slice(0, 2);
  const fell = seen.filter(({ change }) => change < 0).slice(0, 2);
  const parts = [
    ...(rose.length > 0 ? [`up went ${list(rose.map(moved))}`] : []),
    ...(fell.length > 0 ? [`down went ${list(fell.map(moved))}`] : []),
  ];
  return parts.length > 0 ? `${sentence(parts.join('; '))}.` : '';
}

const held = ({ name, score, lift }: Gap) => `${name} (at ${figure(score)}, worth up to ${figure(lift)} points)`;

function tiers({ tiers }: Visibility) {
  const [weakest, ...others] = tiers.toSorted((a, b) => a.score - b.score);
  const strongest = others.at(-1);
  if (!weakest || !strongest || weakest.score === strongest.score) return '';
  return `Of the tiers, ${spoken(strongest.key)} is the strongest at ${figure(strongest.score)} and ${spoken(weakest.key)} the weakest at ${figure(weakest.score)}.`;
}

/** Where the score stands, what moved, what holds it back and by how much each could lift it, in plain words. */
export function describeScores(visibility: Visibility): string {
  const { dynamic_score: dynamic, raw_score: raw, confidence } = visibility.overall;
  const found = gaps(visibility).slice(0, 3);
  return together([
    `Your visibility score is ${figure(dynamic)} of 100 (raw ${figure(raw)}), at a confidence of ${percentText(confidence)}.`,
    whole(visibility),
    movement(visibility),
    found.length > 0
      ? `What holds it back most is ${list(found.map(held))}.`
      : 'No component holds it back noticeably.',
    tiers(visibility),
  ]);
}
