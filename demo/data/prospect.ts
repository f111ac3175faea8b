import type { AccountDb, TenantDb } from '../../db/handles.ts';
import { measurementRuns, organizations, scoreRuns } from '../../db/schema/index.ts';
import type { ClientId } from '../../db/tenant.ts';
import type { StoreEvidence } from './ai-answers.ts';
import { momentAgo } from './calendar.ts';
import { chance } from './chance.ts';

/** A business that the operator would like to win: days since it was made, and until it is erased. */
const PROSPECT = { name: 'Quarry Lane Bakery', made: 24, left: 66 };

const WANTED = ['Best bakery', 'Fresh sourdough bread', 'Wedding cakes', 'Gluten-free pastries', 'Birthday cakes'];
const WHERE = ['in Lowell', 'near Lowell', 'in Lowell open on Sunday', 'in Lowell with delivery', 'with good reviews'];
const PROMPTS = WANTED.flatMap((what) => WHERE.map((where) => `${what} ${where}`));
const ENGINES = [
  ['chatgpt', 'gpt-5.2'],
  ['perplexity', 'sonar'],
] as const;
const READINGS = 2;
const MINUTE = 60_000;

/** Seeds the organization of the prospect. Returns its id. */
export async function seedProspect(tx: AccountDb, now: Date): Promise<ClientId> {
  const { name, made, left } = PROSPECT;
  const [organization] = await tx
    .insert(organizations)
    .values({
      name,
      vertical: 'restaurant',
      timezone: 'America/New_York',
      website: 'https://quarrylanebakery.example',
      madeByOperator: true,
      monthlyAnswers: 200,
      prospectUntil: momentAgo(now, -left),
      createdAt: momentAgo(now, made),
    })
    .returning({ id: organizations.id });
  return (organization?.id ?? '') as ClientId;
}

const answersUntil = (end: Date) =>
  PROMPTS.flatMap((prompt, question) =>
    ENGINES.flatMap(([engine, model], at) =>
      Array.from({ length: READINGS }, (_, reading) => {
        const seed = 70_000 + question * 100 + at * 10 + reading;
        const mentioned = 0.7 * chance(7000 + question) + 0.3 * chance(seed) > 0.72;
        return {
          engine,
          model,
          prompt,
          mentioned,
          askedAt: new Date(end.getTime() - (question * ENGINES.length + at) * MINUTE).toISOString(),
          position: mentioned ? 1 + Math.floor(3 * chance(seed * 3)) : null,
          sentiment: mentioned ? 0.5 : null,
          citations: mentioned ? [{ url: 'https://www.city-guide.example/bakeries', title: 'Bakeries in Lowell' }] : [],
          competitors: [],
          excerpt: mentioned
            ? `${PROSPECT.name} is a good choice, people say.`
            : 'There are several bakeries in the area; ask what they bake on the day.',
        };
      }),
    ),
  );

const percent = (part: number, whole: number) => Math.round((1000 * part) / whole) / 10;

/** Seeds its measurement: a run that has ended, and the scan that it became. */
export async function seedMeasuredProspect(db: TenantDb, clientId: ClientId, now: Date, storeEvidence: StoreEvidence) {
  const completedAt = momentAgo(now, PROSPECT.made, -1);
  const answers = answersUntil(completedAt);
  const mentions = percent(answers.filter(({ mentioned }) => mentioned).length, answers.length);
  const aeo = {
    queryMode: 'local_discovery' as const,
    generated_queries: PROMPTS,
    coverage: 'limited' as const,
    aeo_confidence: {
      score: 50,
      band: 'low' as const,
      summary: 'Too few answers for more than a first impression.',
      detail: `${answers.length} answers of ${ENGINES.length} assistants to ${PROMPTS.length} questions.`,
      factors: [{ key: 'sample_size', label: 'Answers read', value: answers.length, weight: 1 }],
    },
    aeo_visibility_score: mentions,
    visibility_score: mentions,
    position_score: 70,
    sentiment_score: 75,
    accuracy_score: 100,
    sample_size: answers.length,
  };
  const score = { key: 'ai_search', label: 'AI search', score: mentions, weight: 1 };
  const [scan] = await db
    .insert(scoreRuns)
    .values({
      clientId,
      externalId: 'demo-prospect',
      source: 'own',
      completedAt,
      createdAt: completedAt,
      rawScore: mentions,
      dynamicScore: mentions,
      confidence: 0.15,
      tiers: [{ key: 'discovery', label: 'Discovery', score: mentions, weight: 1 }],
      components: [{ ...score, tier: 'discovery' }],
      parts: { aeo },
    })
    .returning({ id: scoreRuns.id });
  const runId = scan?.id ?? '';
  await storeEvidence(
    db,
    { clientId },
    { runId, isNew: true, completedAt, source: 'own' },
    { aeo: { ...aeo, answers } },
  );
  const known = { competitors: [], listed: [], audit: null };
  await db.insert(measurementRuns).values({
    clientId,
    status: 'completed',
    trigger: 'person',
    plan: { ...known, queryMode: 'local_discovery', scores: 'own' },
    total: answers.length,
    used: answers.length,
    scanRunId: runId,
    startedAt: momentAgo(now, PROSPECT.made),
    finishedAt: completedAt,
    createdAt: momentAgo(now, PROSPECT.made),
  });
}
