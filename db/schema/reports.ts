import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgPolicy,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { currentOperator, operatorRole, ownClients } from './roles.ts';
import { clientId, tenantPolicies } from './tenant.ts';

// Reports that send themselves. Templates and schedules are the operator's, for all clients.

export const reportPeriod = pgEnum('report_period', ['week', 'month', 'quarter']);
export const reportStatus = pgEnum('report_status', ['draft', 'approved', 'sent', 'held']);
export const reportLanguage = pgEnum('report_language', ['en', 'de']);

/** What reports consist of. */
export const reportTemplates = pgTable(
  'report_templates',
  {
    id: id().primaryKey(),
    name: text().notNull(),
    /** In the order of the report. */
    sections: text().array().notNull(),
    period: reportPeriod().notNull(),
    /** Null for the language of the client’s people. */
    language: reportLanguage(),
    intro: text(),
    /** The operator with portfolios who made it, and who alone of those may change it. */
    operatorId: uuid(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (template) => [
    index().on(template.createdAt, template.id),
    pgPolicy('own_templates', {
      to: operatorRole,
      using: sql`operator_id = ${currentOperator}`,
      withCheck: sql`operator_id = ${currentOperator}`,
    }),
    pgPolicy('all_templates', { for: 'select', to: operatorRole, using: sql`true` }),
  ],
);

const OWN_SCHEDULES = sql`operator_id = ${currentOperator} or client_ids <@ ${ownClients}`;

/** For whom, when and to whom reports of a template are made. */
export const reportSchedules = pgTable(
  'report_schedules',
  {
    id: id().primaryKey(),
    templateId: uuid()
      .notNull()
      .references(() => reportTemplates.id),
    // Exactly one of these three says for whom.
    allClients: boolean().notNull().default(false),
    tags: text().array(),
    clientIds: uuid().array(),
    /** Clients that get none, though they are among all or have a tag. */
    exceptIds: uuid().array().notNull().default([]),
    every: reportPeriod().notNull(),
    /** From Monday, 1, or a day of the (first) month. */
    day: smallint().notNull(),
    /** By the clock of each client. */
    hour: smallint().notNull(),
    review: boolean().notNull(),
    reviewerId: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Null for the members with a verified address. */
    recipients: text().array(),
    bcc: text().array().notNull().default([]),
    subject: text(),
    message: text(),
    /** The operator with portfolios to whose clients it is limited. */
    operatorId: uuid(),
    /** Since when its times hold: hours before that are not made up for. */
    since: createdAt(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (schedule) => [
    index().on(schedule.createdAt, schedule.id),
    index().on(schedule.templateId),
    index().on(schedule.reviewerId),
    index().on(schedule.createdBy),
    pgPolicy('own_clients', { to: operatorRole, using: OWN_SCHEDULES, withCheck: OWN_SCHEDULES }),
  ],
);

/** The template as it was when a report was planned: later changes do not reach it. */
export interface ReportPlan {
  name: string;
  sections: string[];
  kind: (typeof reportPeriod.enumValues)[number] | 'once';
  language: (typeof reportLanguage.enumValues)[number] | null;
  intro: string | null;
  subject: string | null;
  message: string | null;
  recipients: string[] | null;
  bcc: string[];
  /** Of a pitch: whom assistants name in the answers that do not name the business. */
  namedInstead?: { answers: number; businesses: { name: string; answers: number }[] };
}

/** A report of a client on a period. */
export const clientReports = pgTable(
  'client_reports',
  {
    clientId: clientId(),
    id: id(),
    /** Of the operator: it may be deleted meanwhile. */
    scheduleId: uuid().notNull(),
    plan: jsonb().$type<ReportPlan>().notNull(),
    status: reportStatus().notNull().default('draft'),
    /** Whether a person approves it before it is sent. */
    review: boolean().notNull(),
    /** Why it is held, in the language of the report. */
    reason: text(),
    /** Whether a person has approved it, whatever was found. */
    cleared: boolean().notNull().default(false),
    periodFrom: date().notNull(),
    periodTo: date().notNull(),
    dueAt: moment().notNull(),
    /** When it may be sent: `dueAt`, or earlier where somebody wanted it at once. */
    sendAt: moment().notNull(),
    notes: jsonb().$type<Record<string, string>>().notNull().default({}),
    findings: jsonb().$type<{ kind: string; text: string }[]>().notNull().default([]),
    /** When it took its place among those that the plan grants in a month; null for one past it, which is held. */
    countedAt: moment(),
    /** Raised by each change of the notes: a print of older notes is discarded. */
    revision: integer().notNull().default(0),
    madeAt: moment(),
    /** Attempts to print it, and when the next one is due. */
    attempts: smallint().notNull().default(0),
    nextAttemptAt: moment().notNull().defaultNow(),
    leasedUntil: moment(),
    /** When the reviewer was told of it. */
    toldAt: moment(),
    /** The unguessable name in the store, and what it is in the download. */
    file: text(),
    filename: text(),
    size: integer(),
    sha256: text(),
    sentAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (report) => [
    primaryKey({ columns: [report.clientId, report.id] }),
    unique().on(report.clientId, report.scheduleId, report.periodFrom, report.periodTo),
    index().on(report.clientId, report.sentAt, report.id),
    // For the operator, over all clients.
    index().on(report.createdAt, report.id),
    index('client_reports_by_id').on(report.id),
    index('client_reports_to_make')
      .on(report.nextAttemptAt)
      .where(sql`made_at is null and status in ('draft', 'approved')`),
    index('client_reports_to_send').on(report.sendAt).where(sql`status = 'approved'`),
    index('client_reports_unsent').on(report.dueAt).where(sql`status <> 'sent'`),
    index('client_reports_to_tell').on(report.dueAt).where(sql`told_at is null and status in ('draft', 'held')`),
    ...tenantPolicies(),
  ],
);

/** To whom a sent report goes, and what became of their mail. */
export const reportRecipients = pgTable(
  'report_recipients',
  {
    clientId: clientId(),
    /** Also of the mail, so that a copy after a crash is the same mail. */
    id: id(),
    reportId: uuid().notNull(),
    email: text().notNull(),
    bcc: boolean().notNull(),
    sentAt: moment(),
    error: text(),
    attempts: smallint().notNull().default(0),
    /** Null when nothing is to be tried any more. */
    nextAttemptAt: moment().defaultNow(),
    leasedUntil: moment(),
  },
  (recipient) => [
    primaryKey({ columns: [recipient.clientId, recipient.id] }),
    unique().on(recipient.clientId, recipient.reportId, recipient.email),
    foreignKey({
      columns: [recipient.clientId, recipient.reportId],
      foreignColumns: [clientReports.clientId, clientReports.id],
    }).onDelete('cascade'),
    index('report_recipients_due').on(recipient.nextAttemptAt).where(sql`next_attempt_at is not null`),
    index('report_recipients_email').on(recipient.email),
    ...tenantPolicies(),
  ],
);

/** Links that open a report without an account: of recipients and of those whom members gave one. */
export const reportLinks = pgTable(
  'report_links',
  {
    clientId: clientId(),
    id: id(),
    reportId: uuid().notNull(),
    /** Of a mail; null for links that members made. */
    recipientId: uuid(),
    createdBy: uuid(),
    tokenHash: text().notNull(),
    codeHash: text(),
    /** Wrong codes since the last right one: the fifth ends the link. */
    failures: smallint().notNull().default(0),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (link) => [
    primaryKey({ columns: [link.clientId, link.id] }),
    unique().on(link.clientId, link.tokenHash),
    foreignKey({
      columns: [link.clientId, link.reportId],
      foreignColumns: [clientReports.clientId, clientReports.id],
    }).onDelete('cascade'),
    index().on(link.clientId, link.reportId, link.createdAt, link.id),
    index().on(link.expiresAt),
    ...tenantPolicies(),
  ],
);

/** Addresses that no longer want reports of a client, as SHA-256. */
export const reportUnsubscribes = pgTable(
  'report_unsubscribes',
  {
    clientId: clientId(),
    addressHash: text().notNull(),
    createdAt: createdAt(),
  },
  (row) => [primaryKey({ columns: [row.clientId, row.addressHash] }), ...tenantPolicies()],
);
