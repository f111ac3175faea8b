import { randomUUIDv7 } from 'node:crypto';
import { and, asc, desc, eq, isNotNull } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { actionItems, pages, scoreRuns, webhookDeliveries, webhooks } from '../../db/schema/index.ts';
import { momentAgo } from './calendar.ts';
import type { Demo } from './organization.ts';

/** Makes the secret of the webhook with this id, as it is stored. */
export type SealWebhookSecret = (id: string) => string;

type Delivery = typeof webhookDeliveries.$inferInsert;

interface Happened {
  type: string;
  subject: string;
  at: Date;
  data: object;
}

const HOUR = 3600 * 1000;
const SCANS = 6;

const ACCEPTED = { status: 'delivered' as const, attempts: 1, responseStatus: 204, durationMs: 143 };
/** Given up after three days, in which the receiver was moved to another server. */
const GIVEN_UP = {
  status: 'parked' as const,
  attempts: 12,
  error: 'status',
  responseStatus: 503,
  responseBody: 'The practice software is being updated.',
  durationMs: 61,
};

/** Events sent to the practice software: the latest scans, pages and a task. */
async function happened(db: TenantDb, { clientId, now }: Demo): Promise<Happened[]> {
  const scans = await db
    .select()
    .from(scoreRuns)
    .where(eq(scoreRuns.clientId, clientId))
    .orderBy(desc(scoreRuns.completedAt))
    .limit(SCANS);
  const published = await db
    .select()
    .from(pages)
    .where(and(eq(pages.clientId, clientId), isNotNull(pages.publishedAt)))
    .orderBy(asc(pages.title))
    .limit(2);
  const [task] = await db
    .select()
    .from(actionItems)
    .where(and(eq(actionItems.clientId, clientId), eq(actionItems.status, 'done')))
    .limit(1);
  return [
    ...scans.map(({ id: runId, completedAt, dynamicScore, rawScore }) => ({
      type: 'scan.completed',
      subject: runId,
      at: completedAt,
      data: { runId, completedAt: completedAt.toISOString(), dynamicScore, rawScore },
    })),
    ...published.map(({ id: pageId, version }, index) => ({
      type: 'page.published',
      subject: pageId,
      at: momentAgo(now, 4 + 5 * index),
      data: { pageId, version },
    })),
    ...(task ? [task] : []).map(({ id: actionItemId, status, priority, dueDate }) => ({
      type: 'action_item.updated',
      subject: actionItemId,
      at: momentAgo(now, 6),
      data: { actionItemId, status, priority, dueDate, changed: ['status'] },
    })),
  ];
}

/** A webhook of the practice software with its deliveries: delivered ones, and one that was given up. */
export async function seedWebhooks(db: TenantDb, demo: Demo, sealSecret: SealWebhookSecret) {
  const { clientId, now } = demo;
  const webhookId = randomUUIDv7();
  const told = await happened(db, demo);
  await db.insert(webhooks).values({
    clientId,
    id: webhookId,
    url: 'https://hooks.harborstreetdental.example/portal',
    description: 'Practice software',
    events: [...new Set(told.map(({ type }) => type))],
    sealedSecret: sealSecret(webhookId),
    createdAt: momentAgo(now, 60),
    updatedAt: momentAgo(now, 60),
  });
  const deliveries = told.map(({ type, subject, at, data }): Delivery => {
    const outcome = type === 'action_item.updated' ? GIVEN_UP : ACCEPTED;
    const lastAttemptAt = new Date(at.getTime() + (outcome.status === 'parked' ? 73 * HOUR : 1000));
    return {
      clientId,
      webhookId,
      eventId: randomUUIDv7(),
      type,
      subject,
      position: at.getTime() * 1000,
      createdAt: at,
      body: JSON.stringify({ type, timestamp: at.toISOString(), data }),
      ...outcome,
      lastAttemptAt,
      nextAttemptAt: lastAttemptAt,
      deliveredAt: outcome.status === 'delivered' ? lastAttemptAt : null,
    };
  });
  await db.insert(webhookDeliveries).values(deliveries);
}
