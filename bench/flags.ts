import { parseArgs } from 'node:util';

const SECTIONS = [
  'scores',
  'login',
  'history',
  'questions',
  'ingest',
  'records',
  'enumeration',
  'pages',
  'growth',
  'start',
] as const;
export type SectionName = (typeof SECTIONS)[number];

export interface Pace {
  rounds: number;
  /** Whole seconds: autocannon checks the time once a second. */
  seconds: number;
  warmUp: number;
  /** Number of records to ingest. */
  records: number;
}

const USAGE = `npm run bench -- [--quick] [--only ${SECTIONS.join(',')}]`;

/** Invalid flags, with a usage line for the terminal. */
export class BadFlags extends Error {}

const isSection = (name: string): name is SectionName => (SECTIONS as readonly string[]).includes(name);

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } })
      .values;
  } catch {
    throw new BadFlags(USAGE);
  }
}

/**
 * Parses the sections to measure and the duration.
 *
 * @throws {BadFlags}
 */
export function readFlags(args: string[]): { sections: readonly SectionName[]; pace: Pace; quick: boolean } {
  const { quick, only } = parse(args);
  const sections = only === undefined ? SECTIONS : only.split(',').filter(isSection);
  if (sections.length === 0 || (only && sections.length < only.split(',').length)) throw new BadFlags(USAGE);
  return {
    sections,
    quick,
    pace: quick
      ? { rounds: 1, seconds: 1, warmUp: 1, records: 50_000 }
      : { rounds: 5, seconds: 4, warmUp: 3, records: 1_000_000 },
  };
}
