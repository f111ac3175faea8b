import { chance } from '../../data/chance.ts';
import type { DemoEngine, Said } from './protocols.ts';

/** How readily an assistant names the practice, and how many sources it cites at most. */
const ENGINES = {
  openai: { bias: 0.05, cites: 3 },
  anthropic: { bias: -0.05, cites: 2 },
  gemini: { bias: 0, cites: 3 },
  perplexity: { bias: 0.12, cites: 4 },
} satisfies Record<DemoEngine, unknown>;

/** Every answer ends with it, so that none is taken for an assistant’s. */
const DEMO_NOTE = 'This answer was drawn by a demo server.';

const UNKNOWN = 'A demo server knows the questions of the demo organization alone, and nobody to name here.';

const RIVALS = [
  ['Casco Bay Dental Group', 0.6],
  ['Munjoy Hill Family Dentistry', 0.45],
  ['Back Cove Smiles', 0.3],
  ['Deering Dental Arts', 0.35],
] as const;

const NAME = 'Harbor Street Dental';

// What is said of the practice, and how often of a hundred answers that name it.
const SAYINGS = [
  [26, `Reviews of ${NAME} are good, above all from anxious patients.`],
  [18, `${NAME} in the Old Port is modern, and opens on Saturdays.`],
  [16, `Patients recommend ${NAME} for implants.`],
  [15, `${NAME} is at 12 Harbor Street, Suite 3, Portland, ME 04101.`],
  [9, `Some reviews call ${NAME} expensive.`],
  [8, `You can reach ${NAME} at (207) 555-0142.`],
  // As a directory lists it wrongly: see listings.ts.
  [8, `You can reach ${NAME} at (207) 555-0119.`],
] as const;

// The first are cited most often.
const SOURCES = [
  ['https://www.yelp.com/search', 'The best dentists in Portland, Maine'],
  ['https://harborstreetdental.example/', NAME],
  ['https://www.healthgrades.com/portland', 'Dentists near 04101'],
  ['https://cascobaydental.example/', 'Casco Bay Dental Group'],
  ['https://city-guide.example/saturday', 'Where to find a dentist on Saturday'],
  ['https://maine-papers.example/costs', 'What dental care costs in Maine'],
] as const;

function sayingOf(draw: number) {
  let left = draw * 100;
  return SAYINGS.find(([of100]) => {
    left -= of100;
    return left < 0;
  })?.[1];
}

/**
 * What an assistant of the demo says: drawn by a rate of its own for each question, anew each time that it is asked. It
 * knows the given questions, in their order.
 */
export function demoAnswers(engine: DemoEngine, questions: readonly string[]) {
  const { bias, cites } = ENGINES[engine];
  const at = Object.keys(ENGINES).indexOf(engine);
  const asked = new Map<string, number>();

  return (question: string): Said => {
    const model = `demo-${engine}`;
    const number = questions.indexOf(question);
    if (number < 0) return { text: `${UNKNOWN} ${DEMO_NOTE}`, sources: [], model };
    const times = asked.get(question) ?? 0;
    asked.set(question, times + 1);
    const draw = (of: number) => chance(times * 7919 + number * 263 + at * 59 + of * 15_485_863);
    const rate = 0.18 + bias + 0.65 * chance(900 + number);
    const isNamed = draw(1) < rate;
    const rivals: string[] = RIVALS.filter(([, often], rank) => draw(10 + rank) < often).map(([name]) => name);
    const named = isNamed ? rivals.toSpliced(Math.floor(draw(2) * (rivals.length + 1)), 0, NAME) : rivals;
    const list = named.length > 0 ? `Practices to consider: ${named.join('; ')}.` : 'Ask for a written estimate first.';
    const saying = isNamed ? sayingOf(draw(3)) : undefined;
    // A citation of the practice names it as well.
    const sources = SOURCES.filter(
      ([, title], rank) => (isNamed || title !== NAME) && draw(20 + rank) < (cites - 0.5 * rank) / 4,
    );
    return {
      text: [list, saying, DEMO_NOTE].filter(Boolean).join(' '),
      sources: sources.map(([url, title]) => ({ url, title })),
      model,
    };
  };
}
