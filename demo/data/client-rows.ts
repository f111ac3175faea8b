import { eq, inArray, sql } from 'drizzle-orm';
import type { MaintenanceDb } from '../../db/handles.ts';
import { actionItems, clientFacts, insightRuns, scoreRuns, subscriptions } from '../../db/schema/index.ts';
import { daysAgo, momentAgo } from './calendar.ts';
import { wobble } from './chance.ts';
import type { SeededClient } from './client-accounts.ts';

const MINUTE = 60_000;

const PARTS = [
  ['technical_seo', 'Technical SEO', 'foundation', 'Foundation', 8],
  ['reviews', 'Reviews', 'authority', 'Authority', 4],
  ['ai_visibility', 'AI search, as part of the score', 'discovery', 'Discovery', -12],
] as const;

const TASKS = [
  ['Answer the reviews that still wait', 'reputation', 'high'],
  ['Correct the opening hours on Google', 'local', 'high'],
  ['Shorten the titles of the main pages', 'content', 'medium'],
  ['Mark up the opening hours', 'technical', 'medium'],
  ['Claim the listing on Bing Places', 'local', 'low'],
] as const;

const QUESTIONS = [
  ['What should we do first?', 'Answer the reviews that still wait: they weigh most in what holds the score back.'],
  ['Why did our score change?', 'Reviews moved it most, and then AI search.'],
  ['How do we become visible to assistants?', 'Correct listings and short answers on your pages are what they read.'],
  ['Which page needs work?', 'The home page: its title is longer than search engines show.'],
] as const;

const oneDecimal = (score: number) => Math.round(Math.min(100, Math.max(0, score)) * 10) / 10;

function scansOf({ clientId, name, scores = [], scanned = 0 }: SeededClient, now: Date) {
  return scores.map((dynamicScore, index) => {
    const completedAt = momentAgo(now, scanned + 7 * (scores.length - 1 - index));
    const components = PARTS.map(([key, label, tier, , offset]) => {
      const score = oneDecimal(dynamicScore + offset + 3 * wobble(name.length * 100 + index * 10 + offset));
      return { key, label, tier, score, weight: 1 };
    });
    const tiers = PARTS.map(([, , key, label], part) => ({
      key,
      label,
      score: components[part]?.score ?? 0,
      weight: 1,
    }));
    const overall = { rawScore: oneDecimal(dynamicScore + 2.1), dynamicScore, confidence: 0.74 };
    const externalId = `demo-${completedAt.toISOString().slice(0, 10)}`;
    // It arrived when it was completed, and is counted on that day.
    return { clientId, externalId, completedAt, createdAt: completedAt, ...overall, tiers, components, parts: {} };
  });
}

function tasksOf({ clientId, tasks = { open: 0, done: 0 } }: SeededClient, now: Date) {
  return Array.from({ length: tasks.open + tasks.done }, (_, index) => {
    const [title, category, priority] = TASKS[index % TASKS.length] ?? TASKS[0];
    const isOpen = index < tasks.open;
    return {
      clientId,
      externalId: `demo-task-${index}`,
      title,
      category,
      priority,
      source: 'scan' as const,
      status: isOpen ? ('open' as const) : ('done' as const),
      dueDate: daysAgo(now, (isOpen ? -3 : 30) * (index + 1) - 5),
      completedAt: isOpen ? null : momentAgo(now, 7, index),
      createdAt: momentAgo(now, 40, index),
    };
  });
}

/** Questions of the current month, however young it is. */
function questionsOf({ clientId, userIds, tokens = [] }: SeededClient, now: Date) {
  const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  return tokens.map((tokensUsed, index) => {
    const [query, answer] = QUESTIONS[index % QUESTIONS.length] ?? QUESTIONS[0];
    const startedAt = new Date(month + ((now.getTime() - month) * (index + 1)) / (tokens.length + 1));
    return {
      clientId,
      userId: userIds[0] ?? '',
      worker: 0,
      runType: 'nlq' as const,
      status: 'succeeded' as const,
      inputParams: { type: 'nlq', query, options: {} },
      resultData: { type: 'answer', sources: ['visibility_scores'], answer, confidence: 0.8, suggestions: [] },
      tokensUsed,
      aiProvider: 'demo',
      aiModel: 'written-by-hand',
      executionTimeMs: 900,
      startedAt,
      completedAt: new Date(Math.min(startedAt.getTime() + 900, now.getTime())),
    };
  });
}

function subscriptionsOf({ clientId, subscription }: SeededClient, now: Date) {
  if (!subscription) return [];
  const { status, cents: amount } = subscription;
  const plan = { kind: 'plan' as const, key: 'website', tier: 'growth', name: 'Website Growth', amount };
  const items = amount > 0 ? [{ ...plan, currency: 'usd', interval: 'month' as const, intervalCount: 1 }] : [];
  const readAt = new Date(now.getTime() - 20 * MINUTE);
  return [{ clientId, status, items, currentPeriodEnd: momentAgo(now, -12), begun: 1, stored: 1, readAt }];
}

/**
 * Seeds what the small clients have, a table in a statement. The database keeps the facts of the operator’s list, but
 * those of subscriptions, which are written with them: here all are monthly and in one currency.
 */
export const seedClientRows = (db: MaintenanceDb, clients: SeededClient[], now: Date) =>
  db.transaction(async (tx) => {
    await tx.insert(scoreRuns).values(clients.flatMap((client) => scansOf(client, now)));
    await tx.insert(actionItems).values(clients.flatMap((client) => tasksOf(client, now)));
    await tx.insert(insightRuns).values(clients.flatMap((client) => questionsOf(client, now)));
    await tx.insert(subscriptions).values(clients.flatMap((client) => subscriptionsOf(client, now)));
    const ids = clients.map(({ clientId }) => clientId);
    await tx.execute(sql`
      update ${clientFacts} set subscription_status = ${subscriptions.status}, total_mrr =
        coalesce((select sum((item ->> 'amount')::int) from jsonb_array_elements(${subscriptions.items}) as item), 0) / 100.0,
        currency = ${subscriptions.items} -> 0 ->> 'currency'
      from ${subscriptions} where ${eq(subscriptions.clientId, clientFacts.orgId)} and ${inArray(clientFacts.orgId, ids)}`);
  });
