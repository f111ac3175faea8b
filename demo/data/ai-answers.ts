import { inArray } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { type Citation, scoreRuns } from '../../db/schema/index.ts';
import type { ScanParts } from '../../db/schema/scan-parts.ts';
import { ANSWERED_SCANS, DEMO_ENGINES, QUERIES } from './aeo.ts';
import { chance, pick, wobble } from './chance.ts';
import type { Demo } from './organization.ts';
import { demoScans } from './scans.ts';

interface Answer {
  engine: string;
  model: string;
  prompt: string;
  askedAt: string;
  mentioned: boolean;
  position: number | null;
  sentiment: number | null;
  citations: Citation[];
  competitors: string[];
  excerpt: string;
}

const HOUR = 3600 * 1000;

// Two scans ago one assistant came with another model: that scan cannot be compared with the one before.
const MODELS = {
  chatgpt: ['gpt-5', 'gpt-5.2'],
  perplexity: ['sonar'],
  gemini: ['gemini-3-flash'],
  copilot: ['copilot'],
} as const;
/** The second scan: reports of the last month compare answers of the same models. */
const NEW_MODEL_SINCE = 1;

const RIVALS = [
  'cascobaydental.example',
  'munjoyhilldentistry.example',
  'backcovesmiles.example',
  'deeringdental.example',
] as const;

const OWN = 'harborstreetdental.example';

// The first are cited most often.
const SOURCES = [
  ['local-reviews.example', 'The best dentists in Portland, Maine'],
  [OWN, 'Harbor Street Dental'],
  ['health-directory.example', 'Dentists near 04101'],
  ['cascobaydental.example', 'Casco Bay Dental Group'],
  ['city-guide.example', 'Where to find a dentist on Saturday'],
  ['maine-papers.example', 'What dental care costs in Maine'],
  ['deeringdental.example', 'Deering Dental Arts: treatments'],
  ['dental-society.example', 'Members of the dental society'],
] as const;

const PRAISE = [
  'Harbor Street Dental is often recommended for anxious patients and has good reviews.',
  'Harbor Street Dental in the Old Port offers online booking and opens on Saturdays.',
  'Among the practices to consider is Harbor Street Dental, known for implants.',
] as const;
const OTHERS = [
  'Several practices in Portland offer this, such as Casco Bay Dental Group.',
  'Prices vary widely between practices; ask for a written estimate first.',
] as const;

/**
 * The answers of a scan, latest first, of which `mentions` mention the practice: to much the same questions each week.
 */
function answersOf(mentions: number, completedAt: Date, week: number): Answer[] {
  const asked = QUERIES.flatMap((prompt, question) =>
    DEMO_ENGINES.map(({ engine, bias, cites }, at) => {
      const seed = 10_000 + week * 1000 + question * 10 + at;
      const liking = 0.4 * chance(900 + question) + 0.6 * chance(9000 + question * 10 + at);
      const appeal = bias + liking + 0.03 * wobble(seed);
      return { engine, cites, seed, prompt, appeal };
    }),
  );
  const named = new Set(asked.toSorted((one, other) => other.appeal - one.appeal).slice(0, mentions));
  return asked.map((one, n) => {
    const { engine, prompt, seed, cites } = one;
    const mentioned = named.has(one);
    const sources = SOURCES.filter((_, rank) => chance(seed * 13 + rank) < (cites - 0.4 * rank) / 5);
    const [first, latest = first] = MODELS[engine];
    return {
      engine,
      model: week < NEW_MODEL_SINCE ? first : latest,
      prompt,
      mentioned,
      askedAt: new Date(completedAt.getTime() - HOUR - n * 60_000).toISOString(),
      position: mentioned ? 1 + Math.floor(4 * chance(seed * 17)) : null,
      sentiment: mentioned ? Math.round(100 * (0.2 + 0.7 * chance(seed * 19))) / 100 : null,
      citations: sources.map(([domain, title]) => ({ url: `https://www.${domain}/${n % 3 ? '' : 'portland'}`, title })),
      competitors: RIVALS.filter((_, rank) => chance(seed * 23 + rank) < 0.5 - 0.1 * rank),
      excerpt: mentioned ? pick(PRAISE, seed * 29) : pick(OTHERS, seed * 29),
    };
  });
}

/** The latest scans with their answers, oldest first. */
export const answeredScans = (now: Date) =>
  demoScans(now)
    .slice(-ANSWERED_SCANS)
    .map(({ parts, ...scan }, week) => {
      const mentions = Math.round((parts.aeo.visibility_score * parts.aeo.sample_size) / 100);
      const answers = answersOf(mentions, scan.completedAt, week);
      return { ...scan, parts: { ...parts, aeo: { ...parts.aeo, answers } } };
    });

/** Stores the answers of a scan and what is counted of them, as when a pipeline sends it. */
export type StoreEvidence = (
  db: TenantDb,
  demo: Pick<Demo, 'clientId'>,
  run: { runId: string; isNew: true; completedAt: Date; source: 'pipeline' | 'own' },
  parts: { aeo: NonNullable<ScanParts['aeo']> & { aeo_visibility_score: number; answers: Answer[] } },
) => Promise<unknown>;

export async function seedAnswers(db: TenantDb, demo: Demo, storeEvidence: StoreEvidence) {
  const scans = answeredScans(demo.now);
  const named = scans.map(({ externalId }) => externalId);
  const runs = await db.select().from(scoreRuns).where(inArray(scoreRuns.externalId, named));
  const runIds = new Map(runs.map(({ externalId, id }) => [externalId, id]));
  for (const { externalId, completedAt, parts } of scans) {
    const run = { runId: runIds.get(externalId) ?? '', isNew: true, completedAt, source: 'pipeline' } as const;
    await storeEvidence(db, demo, run, parts);
  }
}
