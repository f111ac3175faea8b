import { z } from 'zod';
import { contentFormat, pageStatus } from '../../db/schema/index.ts';
import { TAGS_PER_PAGE, TEXT } from '../../server/limits/sizes.ts';
import { Timestamp, upTo } from '../shapes.ts';

const ONE_LINE = /^[^\p{Cc}\u2028\u2029]*$/u;

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .refine(...upTo(most))
    .regex(ONE_LINE, 'must be one line without control characters');

export const Status = z.enum(pageStatus.enumValues);
export const Format = z.enum(contentFormat.enumValues);

export const PageTitle = line(TEXT.pageTitle).meta({
  maxLength: TEXT.pageTitle,
  example: 'What a dental implant costs',
});

/** Kept as it is sent, byte for byte. */
export const Content = z
  .string()
  .refine(...upTo(TEXT.pageContent))
  .meta({ maxLength: TEXT.pageContent, example: '# What it costs\n\nAn implant costs …' });

export const SeoTitle = line(TEXT.seoTitle).nullable();
export const SeoDescription = line(TEXT.seoDescription).nullable();
export const Tags = z
  .array(line(TEXT.tag))
  .max(TAGS_PER_PAGE)
  .refine((tags) => new Set(tags).size === tags.length, 'must not repeat');

export const Person = z.object({ id: z.uuid(), name: z.string().nullable() }).nullable();

const Score = z.number().min(0).max(100);

export const PageSummary = z.object({
  id: z.uuid(),
  title: z.string(),
  slug: z.string(),
  status: Status,
  contentFormat: Format,
  scores: z.object({ seo: Score, content: Score, overall: Score }),
  metadata: z.object({
    wordCount: z.number().int(),
    readingTimeMinutes: z.number().int(),
    excerpt: z.string(),
    author: Person,
    tags: z.array(z.string()),
    seoTitle: z.string().nullable(),
    seoDescription: z.string().nullable(),
    url: z.string().nullable(),
  }),
  version: z.number().int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  publishedAt: Timestamp.nullable(),
});

export const Page = PageSummary.extend({ content: z.string(), contentHtml: z.string() });

/** What a page's writer may change. */
export interface Edit {
  title?: string | undefined;
  content?: string | undefined;
  status?: z.infer<typeof Status> | undefined;
  seoTitle?: string | null | undefined;
  seoDescription?: string | null | undefined;
  tags?: string[] | undefined;
}
