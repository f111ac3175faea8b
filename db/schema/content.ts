import { sql } from 'drizzle-orm';
import {
  date,
  doublePrecision,
  foreignKey,
  index,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { nameOrder } from './name-order.ts';
import { contentFormat } from './pages.ts';
import { externalId, peopleFields } from './records.ts';
import { clientId, tenantPolicies } from './tenant.ts';

export const suggestionStatus = pgEnum('suggestion_status', ['pending', 'accepted', 'rejected', 'published']);
export const calendarStatus = pgEnum('calendar_status', ['planned', 'draft', 'review', 'scheduled', 'published']);

/** A content suggestion from a pipeline. */
export const contentSuggestions = pgTable(
  'content_suggestions',
  {
    clientId: clientId(),
    id: id(),
    externalId: externalId(),
    title: text().notNull(),
    summary: text().notNull(),
    contentType: text().notNull(),
    targetQuery: text(),
    status: suggestionStatus().notNull(),
    /** 0–1. */
    confidence: doublePrecision().notNull(),
    rationale: text(),
    sources: jsonb().$type<string[]>().notNull(),
    /** The creation time given by the sender, if any. */
    createdAt: moment(),
    receivedAt: createdAt(),
    /** The creation time, or else the time of ingestion. */
    suggestedAt: moment().notNull().generatedAlwaysAs(sql`coalesce(created_at, received_at)`),
    updatedAt: updatedAt(),
    peopleFields: peopleFields(),
    /** The page that was made of it, which may have been deleted since. */
    pageId: uuid(),
  },
  (suggestion) => [
    primaryKey({ columns: [suggestion.clientId, suggestion.id] }),
    unique().on(suggestion.clientId, suggestion.externalId),
    index().on(suggestion.clientId, suggestion.suggestedAt, suggestion.id),
    index().on(suggestion.clientId, suggestion.status, suggestion.suggestedAt, suggestion.id),
    index('content_suggestions_page').on(suggestion.clientId, suggestion.pageId).where(sql`page_id is not null`),
    ...tenantPolicies(),
  ],
);

/** A person's feedback on a suggestion, one per person. */
export const suggestionFeedback = pgTable(
  'suggestion_feedback',
  {
    clientId: clientId(),
    suggestionId: uuid().notNull(),
    userId: uuid().notNull(),
    /** 1–5. */
    rating: doublePrecision().notNull(),
    feedback: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (opinion) => [
    primaryKey({ columns: [opinion.clientId, opinion.suggestionId, opinion.userId] }),
    foreignKey({
      columns: [opinion.clientId, opinion.suggestionId],
      foreignColumns: [contentSuggestions.clientId, contentSuggestions.id],
    }).onDelete('cascade'),
    ...tenantPolicies(),
  ],
);

interface TemplateVariable {
  key: string;
  label: string;
  required: boolean;
}

/** Templates of a client; shared ones are in routers/cms/shared-templates.ts. */
export const contentTemplates = pgTable(
  'content_templates',
  {
    clientId: clientId(),
    id: id(),
    externalId: externalId(),
    name: text().notNull(),
    description: text(),
    category: text().notNull(),
    vertical: text(),
    contentFormat: contentFormat().notNull(),
    body: text().notNull(),
    variables: jsonb().$type<TemplateVariable[]>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (template) => [
    primaryKey({ columns: [template.clientId, template.id] }),
    unique().on(template.clientId, template.externalId),
    index('content_templates_by_name').on(template.clientId, nameOrder(sql`name`), template.id),
    ...tenantPolicies(),
  ],
);

/** An entry of the content calendar, with or without a page. */
export const calendarEntries = pgTable(
  'calendar_entries',
  {
    clientId: clientId(),
    id: id(),
    externalId: externalId(),
    title: text().notNull(),
    contentType: text().notNull(),
    channel: text().notNull(),
    status: calendarStatus().notNull(),
    date: date().notNull(),
    scheduledAt: moment(),
    publishedAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (entry) => [
    primaryKey({ columns: [entry.clientId, entry.id] }),
    unique().on(entry.clientId, entry.externalId),
    index().on(entry.clientId, entry.date, entry.id),
    ...tenantPolicies(),
  ],
);
