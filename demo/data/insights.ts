import type { TenantDb } from '../../db/handles.ts';
import { insightFeedback, insightRuns } from '../../db/schema/index.ts';
import type { Demo } from './organization.ts';
import { moved, QUESTIONS, recommendationsFrom, type Seen, weakest } from './questions.ts';
import { demoScans } from './scans.ts';

const HOUR = 3600 * 1000;

const AWAY = 'The insights service is not available right now. Please try again shortly.';
const WAYS = { type: 'answer', sources: ['visibility_scores'] };
const RULES = { tokensUsed: 0, aiProvider: 'deterministic', aiModel: 'rules-1' };
// These answers were not written by a model.
const BY_HAND = { aiProvider: 'demo', aiModel: 'written-by-hand' };

const options = { maxRecommendations: 5 };

/** The logged run of one question. */
function outcome(what: keyof typeof QUESTIONS | 'scoring' | 'playbook' | 'away', seen: Seen) {
  const { scan } = seen;
  const { confidence, dynamicScore } = scan;
  if (what === 'away')
    return {
      runType: 'nlq' as const,
      inputParams: { type: 'nlq', query: 'Which competitor should we watch?', options },
      status: 'failed' as const,
      resultData: { error: { code: 'SERVICE_UNAVAILABLE', message: AWAY } },
      errorCode: 'SERVICE_UNAVAILABLE',
      errorMessage: AWAY,
      executionTimeMs: 24_310,
    };
  if (what === 'scoring' || what === 'playbook') {
    const plays = what === 'playbook' ? recommendationsFrom(scan, 5) : [];
    const answer =
      what === 'scoring'
        ? `Your visibility score is ${dynamicScore} of 100 (raw ${scan.rawScore}), at a confidence of ${Math.round(confidence * 100)} percent. ${moved(seen)} What holds it back most is ${weakest(scan)}.`
        : `Your visibility score is ${dynamicScore} of 100. The most promising step is “${plays[0]?.title}”, at ${plays[0]?.effort_level} effort. 4 more steps follow in order of priority.`;
    const resultData = {
      ...WAYS,
      answer,
      confidence,
      suggestions: ['What holds our score back most?'],
      recommendations: plays,
    };
    return {
      runType: what,
      inputParams: { type: what, options },
      status: 'succeeded' as const,
      resultData,
      ...RULES,
      executionTimeMs: 9,
    };
  }

  const { type, query, answer, next } = QUESTIONS[what];
  const text = answer(seen);
  const resultData = {
    ...WAYS,
    answer: text,
    confidence: 0.8,
    suggestions: [next],
    recommendations: recommendationsFrom(scan, 3),
  };
  const cost = { tokensUsed: 640 + text.length, executionTimeMs: 700 + 4 * text.length };
  return {
    runType: type,
    inputParams: { type, query, options },
    status: 'succeeded' as const,
    resultData,
    ...BY_HAND,
    ...cost,
  };
}

// Weeks ago, hours after that week's scan, and the question.
const ASKED: [weeks: number, hours: number, what: Parameters<typeof outcome>[0]][] = [
  [12, 15, 'scoring'],
  [12, 15.1, 'listings'],
  [11, 38, 'playbook'],
  [9, 62, 'reviews'],
  [8, 16, 'scoring'],
  [7, 87, 'website'],
  [6, 40, 'away'],
  [6, 40.2, 'social'],
  [5, 14, 'playbook'],
  [4, 111, 'confidence'],
  [3, 15.5, 'drop'],
  [2, 64, 'assistants'],
  [1, 15, 'scoring'],
  [1, 15.2, 'strengths'],
  [1, 134, 'playbook'],
];

// The number of the question, who rated it, whether it helped, and why.
const RATED: [run: number, who: number, helpful: boolean, comment: string | null][] = [
  [1, 1, true, 'The directories it names were the ones to correct.'],
  [3, 0, true, null],
  [5, 2, false, 'I wanted to know which pages, not how many.'],
  [9, 1, true, null],
  [10, 0, true, 'We found the cause within an hour.'],
  [10, 1, true, null],
  [11, 0, false, 'Which assistants? That is missing.'],
  [13, 2, true, null],
];

/** Seeds three months of questions, each answered from the latest scan at its time, and feedback on some. */
export async function seedInsights(db: TenantDb, { clientId, adminId, memberIds, now }: Demo) {
  const scans = demoScans(now);
  const people = [adminId, ...memberIds];
  const runs = ASKED.flatMap(([weeks, hours, what], index) => {
    const [before, scan] = scans.slice(-weeks - 2, -weeks || undefined);
    if (!scan || !before) return [];
    const run = outcome(what, { scan, before });
    const completedAt = new Date(scan.completedAt.getTime() + hours * HOUR);
    const startedAt = new Date(completedAt.getTime() - run.executionTimeMs);
    return [{ clientId, userId: people[index % people.length] ?? adminId, worker: 0, startedAt, completedAt, ...run }];
  });
  const stored = await db.insert(insightRuns).values(runs).returning();
  await db.insert(insightFeedback).values(
    RATED.flatMap(([index, who, helpful, comment]) => {
      const { id: runId, completedAt } = stored[index] ?? {};
      const at = completedAt && new Date(completedAt.getTime() + HOUR);
      const userId = people[who] ?? adminId;
      return runId && at ? [{ clientId, runId, userId, helpful, comment, createdAt: at, updatedAt: at }] : [];
    }),
  );
}
