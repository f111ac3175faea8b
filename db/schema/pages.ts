import { sql } from 'drizzle-orm';
import {
  bigint,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns.ts';
import { clientId, tenantPolicies } from './tenant.ts';

export const pageStatus = pgEnum('page_status', ['draft', 'review', 'published']);
export const contentFormat = pgEnum('content_format', ['html', 'markdown']);
export const pageActivityType = pgEnum('page_activity_type', [
  'created',
  'edited',
  'submitted_for_review',
  'changes_requested',
  'published',
  'unpublished',
  'restored',
  'scheduled',
  'unscheduled',
  'commented',
  'deleted',
]);

/** Measurements of a page's rendered content: all that its scores need besides the title and the description. */
export interface PageFacts {
  /** The first paragraph, at most 1,000 characters. */
  opening: string;
  words: number;
  /** Flesch reading ease and the grade level; null where the formulas do not apply. */
  readingEase: number | null;
  gradeLevel: number | null;
  headings: { count: number; misplaced: number; firstMisplaced: string | null; text: string };
  links: { count: number; vague: number; firstVague: string | null };
  images: { count: number; missingAlt: number };
  /** The maximum number of words between two headings. */
  longestStretch: number;
  /** Words above 2 percent of the text, with their share. */
  frequent: Record<string, number>;
}

export interface Audit {
  id: string;
  title: string;
  /** 0–1; null without content to score. */
  score: number | null;
  weight: number;
  /** The reasons for the score, and how to raise it. */
  detail: string;
}

/** A page of the client's site. `content` is the source text; HTML, measurements and scores are computed on save. */
export const pages = pgTable(
  'pages',
  {
    clientId: clientId(),
    id: id(),
    title: text().notNull(),
    slug: text().notNull(),
    status: pageStatus().notNull().default('draft'),
    contentFormat: contentFormat().notNull(),
    content: text().notNull(),
    contentHtml: text().notNull(),
    /** The renderer version of contentHtml: output of older versions is rendered again on read. */
    rendering: smallint().notNull(),
    tags: text().array().notNull().default([]),
    seoTitle: text(),
    seoDescription: text(),
    /** Where a person says that the page is; null for where its newest figures say. */
    url: text(),
    /** The address of the newest figures that have one: set when they are ingested. */
    reportedUrl: text(),
    wordCount: integer().notNull(),
    excerpt: text().notNull(),
    facts: jsonb().$type<PageFacts>().notNull(),
    seoScore: doublePrecision().notNull(),
    contentScore: doublePrecision().notNull(),
    overallScore: doublePrecision().notNull(),
    audits: jsonb().$type<{ seo: Audit[]; content: Audit[] }>().notNull(),
    version: integer().notNull().default(1),
    createdBy: uuid(),
    createdAt: createdAt(),
    /** The time of the latest version; never earlier than the previous one. */
    updatedAt: createdAt(),
    /** The time of the first publication; never changes. */
    publishedAt: moment(),
    /** When the page shall be published, and who has scheduled it. */
    scheduledAt: moment(),
    scheduledBy: uuid(),
    /** Set while the page is in the bin: only the bin shows it. */
    deletedAt: moment(),
    deletedBy: uuid(),
    /** The number of entries of the activity log that are no versions. */
    events: integer().notNull().default(0),
    /** The number of versions that were pruned. */
    pruned: integer().notNull().default(0),
  },
  (page) => [
    primaryKey({ columns: [page.clientId, page.id] }),
    // A page in the bin leaves its slug to others.
    uniqueIndex('pages_client_id_slug_live').on(page.clientId, page.slug).where(sql`deleted_at is null`),
    index().on(page.clientId, page.updatedAt, page.id),
    index().on(page.clientId, page.publishedAt),
    index().on(page.clientId, page.status, page.overallScore),
    index('pages_scheduled').on(page.clientId, page.scheduledAt).where(sql`scheduled_at is not null`),
    index('pages_bin').on(page.clientId, page.deletedAt, page.id).where(sql`deleted_at is not null`),
    ...tenantPolicies(),
  ],
);

/**
 * The storage of a client's pages and their versions, in bytes: their text and an allowance for each row. A trigger
 * maintains it, so that a save does not add them up.
 */
export const pageStorage = pgTable(
  'page_storage',
  { clientId: clientId(), bytes: bigint({ mode: 'number' }).notNull() },
  (row) => [primaryKey({ columns: [row.clientId] }), ...tenantPolicies()],
);

/** The versions of a page, numbered from 1; numbers of versions that were pruned are missing. */
export const pageVersions = pgTable(
  'page_versions',
  {
    clientId: clientId(),
    id: id(),
    pageId: uuid().notNull(),
    version: integer().notNull(),
    title: text().notNull(),
    content: text().notNull(),
    /** The length of the content in characters, so that a list knows the size before it reads. */
    size: integer().notNull(),
    status: pageStatus().notNull(),
    tags: text().array().notNull(),
    seoTitle: text(),
    seoDescription: text(),
    changed: text().array().notNull(),
    createdBy: uuid(),
    createdAt: createdAt(),
  },
  (version) => [
    primaryKey({ columns: [version.clientId, version.id] }),
    foreignKey({ columns: [version.clientId, version.pageId], foreignColumns: [pages.clientId, pages.id] }).onDelete(
      'cascade',
    ),
    unique().on(version.clientId, version.pageId, version.version),
    ...tenantPolicies(),
  ],
);

/** The activity on a page: one row per version, and one per event that changes no content, such as a comment. */
export const pageActivity = pgTable(
  'page_activity',
  {
    clientId: clientId(),
    id: id(),
    pageId: uuid().notNull(),
    version: integer().notNull(),
    /** 0 for the version itself, otherwise the number of the event: the order of the events of a version. */
    step: integer().notNull().default(0),
    type: pageActivityType().notNull(),
    fromStatus: pageStatus(),
    toStatus: pageStatus().notNull(),
    createdBy: uuid(),
    createdAt: createdAt(),
  },
  (activity) => [
    primaryKey({ columns: [activity.clientId, activity.id] }),
    foreignKey({ columns: [activity.clientId, activity.pageId], foreignColumns: [pages.clientId, pages.id] }).onDelete(
      'cascade',
    ),
    unique().on(activity.clientId, activity.pageId, activity.version, activity.step),
    ...tenantPolicies(),
  ],
);

/** The comments of people on a page. */
export const pageComments = pgTable(
  'page_comments',
  {
    clientId: clientId(),
    id: id(),
    pageId: uuid().notNull(),
    text: text().notNull(),
    createdBy: uuid().notNull(),
    createdAt: createdAt(),
  },
  (comment) => [
    primaryKey({ columns: [comment.clientId, comment.id] }),
    foreignKey({ columns: [comment.clientId, comment.pageId], foreignColumns: [pages.clientId, pages.id] }).onDelete(
      'cascade',
    ),
    index().on(comment.clientId, comment.pageId, comment.createdAt, comment.id),
    ...tenantPolicies(),
  ],
);
