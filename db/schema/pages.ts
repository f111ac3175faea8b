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

/** What was counted in a page's rendered content: all that its scores need besides the title and the description. */
export interface PageFacts {
  /** The first paragraph, at most 1,000 characters of it. */
  opening: string;
  words: number;
  /** Flesch reading ease and the grade level; null where the formulas do not apply. */
  readingEase: number | null;
  gradeLevel: number | null;
  headings: { count: number; misplaced: number; firstMisplaced: string | null; text: string };
  links: { count: number; vague: number; firstVague: string | null };
  images: { count: number; missingAlt: number };
  /** The most words that stand between two headings. */
  longestStretch: number;
  /** Words that are more than one in fifty, with their share of all. */
  frequent: Record<string, number>;
}

export interface Audit {
  id: string;
  title: string;
  /** 0–1; null where there is nothing to judge. */
  score: number | null;
  weight: number;
  /** Why the score is what it is, and what would raise it. */
  detail: string;
}

/** A page of the client's site. `content` is what somebody wrote; everything else about it is computed when it is saved. */
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
    /** Which rendering made contentHtml: what an older one made is rendered anew when it is read. */
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
    /** When the newest version was saved; never earlier than the one before it. */
    updatedAt: createdAt(),
    /** The first publication; it stays, whatever happens afterwards. */
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

/** A page as it stood after each change, without gaps from 1 on. */
export const pageVersions = pgTable(
  'page_versions',
  {
    clientId: clientId(),
    id: id(),
    pageId: uuid().notNull(),
    version: integer().notNull(),
    title: text().notNull(),
    content: text().notNull(),
    /** Characters of the content, so that a list knows how much it is about to read. */
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

/** What was done to a page, one line for each version. */
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
