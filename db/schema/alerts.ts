import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { clientId, tenantPolicies } from './tenant.ts';

export const alertMetric = pgEnum('alert_metric', [
  'visibility_score',
  'mention_rate',
  'review_rating',
  'sessions',
  'conversions',
  'clicks',
  'listing_errors',
]);
export const alertCondition = pgEnum('alert_condition', ['below', 'above', 'drops_by', 'rises_by', 'moved']);
export const alertChannel = pgEnum('alert_channel', ['mail', 'webhook']);

/** A figure that somebody wants to be told of, and when. */
export const alerts = pgTable(
  'alerts',
  {
    clientId: clientId(),
    id: id(),
    metric: alertMetric().notNull(),
    when: alertCondition().notNull(),
    /** The threshold, or the size of the change; null for `moved`. */
    value: doublePrecision(),
    channels: alertChannel().array().notNull(),
    /** Hours of the client's time zone in which mails wait. */
    quietFrom: smallint(),
    quietTo: smallint(),
    muted: boolean().notNull().default(false),
    /** The user who made it, and gets its mails. */
    createdBy: uuid().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (alert) => [
    primaryKey({ columns: [alert.clientId, alert.id] }),
    index().on(alert.clientId, alert.createdAt, alert.id),
    ...tenantPolicies(),
  ],
);

/** A time that the condition of an alert held: from the figure that met it to the first that did not. */
export const alertFirings = pgTable(
  'alert_firings',
  {
    clientId: clientId(),
    id: id(),
    alertId: uuid().notNull(),
    at: moment().notNull().defaultNow(),
    value: doublePrecision().notNull(),
    endedAt: moment(),
    /** Null where the alert was changed meanwhile, or nothing is known of the figure any more. */
    endValue: doublePrecision(),
    /** When a mail about its begin or end is due; null for none. */
    tellAt: moment(),
    /** When its maker was told that it began. */
    toldAt: moment(),
  },
  (firing) => [
    primaryKey({ columns: [firing.clientId, firing.id] }),
    foreignKey({ columns: [firing.clientId, firing.alertId], foreignColumns: [alerts.clientId, alerts.id] }).onDelete(
      'cascade',
    ),
    index().on(firing.clientId, firing.alertId, firing.at, firing.id),
    // One at a time of an alert, over all processes.
    uniqueIndex('alert_firings_open').on(firing.clientId, firing.alertId).where(sql`ended_at is null`),
    index().on(firing.tellAt).where(sql`tell_at is not null`),
    ...tenantPolicies(),
  ],
);
