import type { AeoReadings, StoredChange } from '../../../db/schema/index.ts';
import { pooled, type Sample } from './rate-interval.ts';

/** Below these a comparison would say little of the questions of a scan. */
const NEEDED = { prompts: 5, percentInCommon: 80 };

/** A question that two scans put to the same assistant. */
export interface PairedCell {
  prompt: string;
  engine: string;
  before: Sample;
  now: Sample;
}

type Reason = StoredChange['notComparable'][number];

const NAMED = 5;
const NAME_LENGTH = 60;

const shortened = (name: string) => (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name);

const inWords = (models: readonly (string | null)[]) =>
  models
    .slice(0, NAMED)
    .map((model) => (model === null ? 'none named' : shortened(model)))
    .join(', ');

/** The assistants with answers of another set of models than before, in words. */
function otherModels(before: AeoReadings, now: AeoReadings, pairs: readonly PairedCell[]) {
  const compared = new Set(pairs.map(({ engine }) => engine));
  const earlier = new Map(before.engines.map(({ engine, models }) => [engine, models]));
  return now.engines.flatMap(({ engine, models }) => {
    const known = earlier.get(engine) ?? [];
    if (!compared.has(engine) || JSON.stringify(known) === JSON.stringify(models)) return [];
    return `${shortened(engine)} was asked with ${inWords(models)}, before with ${inWords(known)}`;
  });
}

/** How many of the readings of a scan are of the compared questions, in percent. */
function inCommon({ cells }: AeoReadings, compared: Sample[]) {
  const all = cells.reduce((sum, [, , readings]) => sum + readings, 0);
  return all === 0 ? 0 : (100 * pooled(compared).readings) / all;
}

/** Why two scans cannot be compared; empty where they can. */
export function obstacles(before: AeoReadings, now: AeoReadings, pairs: readonly PairedCell[], prompts: number) {
  const reasons: Reason[] = [];
  if (prompts < NEEDED.prompts)
    reasons.push({
      reason: 'too_few_prompts',
      detail: `The scans have ${prompts} questions in common; ${NEEDED.prompts} are needed.`,
    });

  const shares = [
    inCommon(
      now,
      pairs.map((pair) => pair.now),
    ),
    inCommon(
      before,
      pairs.map((pair) => pair.before),
    ),
  ];
  if (shares.some((share) => share < NEEDED.percentInCommon)) {
    const [ofNow, ofBefore] = shares.map(Math.floor);
    reasons.push({
      reason: 'other_questions',
      detail: `${ofNow}% of the answers of this scan and ${ofBefore}% of those of the scan before are to the same questions by the same assistants; ${NEEDED.percentInCommon}% are needed.`,
    });
  }

  const changed = otherModels(before, now, pairs);
  if (changed.length > 0) reasons.push({ reason: 'other_models', detail: `${changed.slice(0, NAMED).join('; ')}.` });
  return reasons;
}
