import { chance } from '../../demo/data/chance.ts';
import { readAnswer } from '../../routers/measurement/reading/read-answer.ts';
import { countEvidence } from '../../routers/visibility/figures/count-evidence.ts';
import { pairedChange } from '../../routers/visibility/figures/paired-change.ts';
import { ENGINES, PLAN, rateOfQuestion } from './plan.ts';

const KNOWN = {
  subject: { name: 'Example', aliases: [], address: null, phone: null, website: null, timezone: null },
  rivals: [{ name: 'Sample', domain: 'sample.example' }],
  listed: [],
};

let drawn = 0;
const draw = () => {
  drawn += 1;
  return chance(drawn);
};

/** One scan: answers drawn as texts by the rates of the questions, read and counted as a run’s are. */
async function scanOf(rates: readonly number[], askedAt: string) {
  const answers = rates.flatMap((rate, question) =>
    ENGINES.flatMap((engine) =>
      Array.from({ length: PLAN.readings }, () => {
        const text = draw() < rate ? 'Consider Sample or Example, which is good.' : 'Consider Sample.';
        const { mentioned, position, sentiment, competitors, excerpt } = readAnswer({ text, citations: [] }, KNOWN);
        const read = { mentioned, position, sentiment, competitors, excerpt, citations: [] };
        return { engine, model: 'demo', prompt: `question number ${question}`, askedAt, ...read };
      }),
    ),
  );
  return countEvidence(answers, ['sample.example']);
}

/** Of pairs of scans, in percent: how often an interval holds the true rate, and how often changes are called moved. */
export async function simulateScans(pairs: number) {
  const askedAt = new Date().toISOString();
  const seen = { covered: 0, unchanged: 0, five: 0, ten: 0 };
  for (let pair = 0; pair < pairs; pair++) {
    const rates = Array.from({ length: PLAN.prompts }, () => rateOfQuestion(draw));
    const raised = (points: number) => rates.map((rate) => Math.min(1, rate + points / 100));
    const first = await scanOf(rates, askedAt);
    const { low, high } = first;
    if (low !== null && high !== null && low <= 50 && 50 <= high) seen.covered += 1;
    for (const [name, points] of [
      ['unchanged', 0],
      ['five', 5],
      ['ten', 10],
    ] as const) {
      const next = await scanOf(raised(points), askedAt);
      if (pairedChange(first.readings, next.readings).verdict === 'moved') seen[name] += 1;
    }
  }
  const percent = (count: number) => Math.round((1000 * count) / pairs) / 10;
  return {
    covered: percent(seen.covered),
    unchanged: percent(seen.unchanged),
    five: percent(seen.five),
    ten: percent(seen.ten),
  };
}
