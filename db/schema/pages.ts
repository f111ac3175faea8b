import {
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
  },
  (page) => [
    primaryKey({ columns: [page.clientId, page.id] }),
    unique().on(page.clientId, page.slug),
    index().on(page.clientId, page.updatedAt, page.id),
    index().on(page.clientId, page.publishedAt),
    index().on(page.clientId, page.status, page.overallScore),
    ...tenantPolicies(),
  ],
);

/** The versions of a page, numbered from 1 without gaps. */
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

/** The activity on a page, one row per version. */
export const pageActivity = pgTable(
  'page_activity',
  {
    clientId: clientId(),
    id: id(),
    pageId: uuid().notNull(),
    version: integer().notNull(),
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
    unique().on(activity.clientId, activity.pageId, activity.version),
    ...tenantPolicies(),
  ],
);
