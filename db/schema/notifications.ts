import { sql } from 'drizzle-orm';
import { boolean, index, pgEnum, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { clientId, tenantPolicies } from './tenant.ts';

// In the spelling of the settings, so that a kind names its column.
export const noticeKind = pgEnum('notice_kind', [
  'weeklyDigest',
  'scoreDrop',
  'overdueGoals',
  'reviewRequested',
  'paymentFailed',
]);

/** The mails that a person wants; null for the default, which is yes for a verified address. */
export const notificationSettings = pgTable('notification_settings', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  weeklyDigest: boolean(),
  scoreDrop: boolean(),
  overdueGoals: boolean(),
  reviewRequested: boolean(),
  paymentFailed: boolean(),
  updatedAt: updatedAt(),
});

/** Notices to be sent by mail, written in the transaction of their cause. */
export const notices = pgTable(
  'notices',
  {
    clientId: clientId(),
    id: id(),
    kind: noticeKind().notNull(),
    /** The subject of the notice: each subject of a kind is sent once. */
    subject: text().notNull(),
    /** The user who caused it, who gets no mail. */
    causedBy: uuid(),
    createdAt: createdAt(),
    /** The end of the lease of the process that sends it. */
    claimedUntil: moment(),
    /** When its mails were queued, or there was nobody or nothing to tell. */
    toldAt: moment(),
  },
  (notice) => [
    primaryKey({ columns: [notice.clientId, notice.id] }),
    unique().on(notice.clientId, notice.kind, notice.subject),
    index('notices_pending').on(notice.clientId, notice.createdAt).where(sql`told_at is null`),
    ...tenantPolicies(),
  ],
);
