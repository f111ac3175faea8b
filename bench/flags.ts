import { parseArgs } from 'node:util';
import { ATTACKS } from './neighbours/attacks.ts';

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
  'webhooks',
  'operator',
  'web',
  'neighbours',
  'replica',
  'upgrade',
  'fleet',
  'partitions',
  'packages',
  'memory',
  'soak',
  'processes',
  'measurement',
  'assistants',
  'connections',
  'reports',
  'files',
] as const;
export type SectionName = (typeof SECTIONS)[number];

/**
 * Run only when named: they take long, overload the machine on purpose, make database servers, check a commit out, or
 * install packages.
 */
const ON_REQUEST: readonly SectionName[] = [
  'neighbours',
  'replica',
  'upgrade',
  'fleet',
  'partitions',
  'packages',
  'soak',
  'measurement',
  'connections',
  'reports',
  'files',
];
const ATTACK_NAMES: readonly string[] = ATTACKS.map(({ name }) => name);

export interface Pace {
  rounds: number;
  /** Whole seconds: autocannon checks the time once a second. */
  seconds: number;
  warmUp: number;
  /** Number of records to ingest. */
  records: number;
}

const USAGE = `npm run bench -- [--quick] [--only ${SECTIONS.join(',')}] [--attacks ${ATTACK_NAMES.join(',')}] [--proxy] [--from COMMIT] [--rows N] [--minutes N] [--clients N]`;

/** Invalid flags, with a usage line for the terminal. */
export class BadFlags extends Error {}

const isSection = (name: string): name is SectionName => (SECTIONS as readonly string[]).includes(name);

const OPTIONS = {
  quick: { type: 'boolean', default: false },
  only: { type: 'string' },
  attacks: { type: 'string' },
  proxy: { type: 'boolean', default: false },
  from: { type: 'string', default: 'HEAD' },
  rows: { type: 'string' },
  minutes: { type: 'string', default: '30' },
  clients: { type: 'string' },
} as const;

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch {
    throw new BadFlags(USAGE);
  }
}

/** What concerns single sections. */
export interface Choice {
  /** The attacks of `neighbours`; all by default. */
  attacks: readonly string[] | undefined;
  /** Whether those of `neighbours` come through HAProxy. */
  proxy: boolean;
  /** The commit that `upgrade` begins with. */
  from: string;
  /** The rows of `partitions`; by default as many as take minutes. */
  rows: number | undefined;
  /** The length of `soak`. */
  minutes: number;
  /** Those of `connections`, `measurement` and `reports`; each has a number of its own by default. */
  clients: number | undefined;
}

/** The parsed command line. */
interface Flags extends Choice {
  sections: readonly SectionName[];
  pace: Pace;
  quick: boolean;
}

/**
 * Parses the sections to measure and the duration.
 *
 * @throws {BadFlags}
 */
export function readFlags(args: string[]): Flags {
  const { quick, only, attacks: chosen, proxy, from, rows, minutes, clients } = parse(args);
  const sections = only?.split(',') ?? SECTIONS.filter((name) => !ON_REQUEST.includes(name));
  const attacks = chosen?.split(',');
  if (!sections.every(isSection) || !(attacks ?? []).every((name) => ATTACK_NAMES.includes(name)))
    throw new BadFlags(USAGE);
  if (rows && !/^[1-9]\d{3,9}$/.test(rows)) throw new BadFlags(USAGE);
  if (![minutes, clients ?? minutes].every((count) => /^[1-9]\d{0,3}$/.test(count))) throw new BadFlags(USAGE);
  return {
    sections,
    attacks,
    proxy,
    from,
    rows: rows ? Number(rows) : undefined,
    minutes: Number(minutes),
    clients: clients ? Number(clients) : undefined,
    quick,
    pace: quick
      ? { rounds: 1, seconds: 1, warmUp: 1, records: 50_000 }
      : { rounds: 5, seconds: 4, warmUp: 3, records: 1_000_000 },
  };
}
