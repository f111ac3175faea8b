import { inArray } from 'drizzle-orm';
import type { TenantDb } from '../handles.ts';
import { aeoAnswers, aeoEvidence, type EngineCount, type SourceCount, scoreRuns } from '../schema/index.ts';
import { ANSWERED_SCANS, QUERIES } from './aeo.ts';
import { chance, pick } from './chance.ts';
import type { Demo } from './organization.ts';
import { demoScans } from './scans.ts';

type Answer = Omit<typeof aeoAnswers.$inferInsert, 'clientId' | 'runId'>;

const HOUR = 3600 * 1000;

// How readily each assistant names the practice, and how many sources it cites.
const ENGINES = [
  { engine: 'chatgpt', bias: 0.1, cites: 3 },
  { engine: 'perplexity', bias: 0.35, cites: 5 },
  { engine: 'gemini', bias: 0, cites: 4 },
  { engine: 'copilot', bias: -0.15, cites: 2 },
] as const;

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

/** A hundred answers to the queries of a scan, latest first, of which `mentions` mention the practice. */
function answersOf(mentions: number, completedAt: Date, week: number): Answer[] {
  const asked = Array.from({ length: 100 }, (_, n) => {
    const { engine, bias, cites } = ENGINES[n % ENGINES.length] ?? ENGINES[0];
    const seed = 10_000 + week * 1000 + n;
    return { engine, cites, seed, prompt: pick(QUERIES, seed * 3), appeal: bias + chance(seed * 7) };
  });
  const named = new Set(asked.toSorted((one, other) => other.appeal - one.appeal).slice(0, mentions));
  return asked.map((one, n) => {
    const { engine, prompt, seed, cites } = one;
    const mentioned = named.has(one);
    const sources = SOURCES.filter((_, rank) => chance(seed * 13 + rank) < (cites - 0.4 * rank) / 5);
    return {
      ...{ number: n + 1, engine, prompt, mentioned },
      askedAt: new Date(completedAt.getTime() - HOUR - n * 60_000),
      position: mentioned ? 1 + Math.floor(4 * chance(seed * 17)) : null,
      sentiment: mentioned ? Math.round(100 * (0.2 + 0.7 * chance(seed * 19))) / 100 : null,
      citations: sources.map(([domain, title]) => ({ url: `https://www.${domain}/${n % 3 ? '' : 'portland'}`, title })),
      competitors: RIVALS.filter((_, rank) => chance(seed * 23 + rank) < 0.5 - 0.1 * rank),
      excerpt: mentioned ? pick(PRAISE, seed * 29) : pick(OTHERS, seed * 29),
    };
  });
}

function countEngines(answers: Answer[]): EngineCount[] {
  return [...Map.groupBy(answers, ({ engine }) => engine)].map(([engine, given]) => ({
    engine,
    answers: given.length,
    mentions: given.filter(({ mentioned }) => mentioned).length,
    competitorMentions: given.flatMap(({ competitors }) => competitors).length,
  }));
}

function countSources(answers: Answer[]): SourceCount[] {
  const rivals: readonly string[] = RIVALS;
  const urls = answers.flatMap(({ citations }) => citations.map(({ url }) => url));
  return SOURCES.map(([domain]) => ({
    domain,
    citations: urls.filter((url) => url.startsWith(`https://www.${domain}/`)).length,
    competitor: rivals.includes(domain),
  })).sort((one, other) => other.citations - one.citations || (one.domain < other.domain ? -1 : 1));
}

/** The answers behind the latest scans, and what they show, oldest first. */
export const demoEvidence = (now: Date) =>
  demoScans(now)
    .slice(-ANSWERED_SCANS)
    .map(({ externalId, completedAt, parts }, week) => {
      const { visibility_score: mentions, aeo_visibility_score: visibilityScore } = parts.aeo;
      const answers = answersOf(mentions, completedAt, week);
      const counts = {
        answers: answers.length,
        mentions,
        engines: countEngines(answers),
        citations: answers.reduce((sum, { citations }) => sum + citations.length, 0),
        sources: countSources(answers),
      };
      return { externalId, facts: { completedAt, visibilityScore, ...counts }, answers };
    });

export async function seedAnswers(db: TenantDb, { clientId, now }: Demo) {
  const evidence = demoEvidence(now);
  const named = evidence.map(({ externalId }) => externalId);
  const runs = await db.select().from(scoreRuns).where(inArray(scoreRuns.externalId, named));
  const runIds = new Map(runs.map(({ externalId, id }) => [externalId, id]));
  const of = (externalId: string) => ({ clientId, runId: runIds.get(externalId) ?? '' });
  await db.insert(aeoEvidence).values(evidence.map(({ externalId, facts }) => ({ ...of(externalId), ...facts })));
  await db
    .insert(aeoAnswers)
    .values(evidence.flatMap(({ externalId, answers }) => answers.map((answer) => ({ ...of(externalId), ...answer }))));
}
