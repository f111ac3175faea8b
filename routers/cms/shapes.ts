import { z } from 'zod';
import { contentFormat, pageStatus } from '../../db/schema/index.ts';
import { TAGS_PER_PAGE, TEXT } from '../../server/limits/sizes.ts';
import { Person } from '../values/people.ts';
import { singleLine, Timestamp, Uuid, upTo } from '../values/shapes.ts';

export const Status = z.enum(pageStatus.enumValues).describe('Status of the page.');
export const Format = z.enum(contentFormat.enumValues).describe('Format of the content.');

export const PageTitle = singleLine(TEXT.pageTitle).meta({
  description: 'Title of the page, on one line.',
  maxLength: TEXT.pageTitle,
  example: 'Dental implants in Portland, Maine',
});

/** Stored unchanged, byte for byte. */
export const Content = z
  .string()
  .refine(...upTo(TEXT.pageContent))
  .meta({
    description: 'Source of the page in its `contentFormat`, stored unchanged.',
    maxLength: TEXT.pageContent,
    example: '## What does a dental implant cost?\n\nA single implant costs $3,000 to $5,000.',
  });

export const SeoTitle = singleLine(TEXT.seoTitle).nullable().meta({
  description: 'Title for search engines; null to use the page title.',
  example: 'Dental Implants Portland, ME | Harbor Dental Studio',
});
export const SeoDescription = singleLine(TEXT.seoDescription).nullable().meta({
  description: 'Description for search engines; null for none.',
  example: 'Dental implants in Portland, Maine: cost, procedure and recovery, explained by our dentists.',
});
export const Tags = z
  .array(singleLine(TEXT.tag))
  .max(TAGS_PER_PAGE)
  .refine((tags) => new Set(tags).size === tags.length, 'must not repeat')
  .meta({ description: 'Tags of the page, without duplicates.', example: ['implants', 'treatments'] });

export const Version = z.number().int().meta({ description: 'Number of the version, counted from 1.', example: 3 });

/** The number of a version in a path. A malformed one becomes 0, which no version has: 404. */
export const versionParam = (description: string, example: number) =>
  z
    .custom<number | string>()
    .meta({ override: { type: 'integer', minimum: 1 }, description, example })
    .transform((given) => (/^[1-9]\d{0,8}$/.test(String(given)) ? Number(given) : 0));

const Score = z.number().min(0).max(100);

/** The text fields of a page in responses. */
export const PageText = {
  title: z.string().meta({ description: 'Title of the page.', example: 'Dental implants in Portland, Maine' }),
  content: z.string().meta({
    description: 'Source of the page in its `contentFormat`.',
    example: '## What does a dental implant cost?\n\nA single implant costs $3,000 to $5,000.',
  }),
  tags: z.array(z.string()).meta({ description: 'Tags of the page.', example: ['implants', 'treatments'] }),
  seoTitle: z.string().nullable().meta({
    description: 'Title for search engines; null when the page title is used.',
    example: 'Dental Implants Portland, ME | Harbor Dental Studio',
  }),
  seoDescription: z.string().nullable().meta({
    description: 'Description for search engines; null for none.',
    example: 'Dental implants in Portland, Maine: cost, procedure and recovery.',
  }),
};

const summary = z.object({
  id: Uuid.describe('Id of the page.'),
  title: PageText.title,
  slug: z.string().meta({
    description: 'Last part of the page’s URL, unique within the organization.',
    example: 'dental-implants-in-portland-maine',
  }),
  status: Status,
  contentFormat: Format,
  scores: z
    .object({
      seo: Score.meta({ description: 'SEO score, 0–100.', example: 86.5 }),
      content: Score.meta({ description: 'Content score, 0–100.', example: 78 }),
      overall: Score.meta({ description: 'Mean of both scores, 0–100.', example: 82.3 }),
    })
    .describe('Scores of the page.'),
  metadata: z
    .object({
      wordCount: z.number().int().meta({ description: 'Number of words.', example: 640 }),
      readingTimeMinutes: z.number().int().meta({ description: 'Reading time in minutes.', example: 3 }),
      excerpt: z.string().meta({
        description: 'Beginning of the first paragraph, about 200 characters.',
        example: 'A dental implant replaces the root of a missing tooth.',
      }),
      author: Person.describe('The user who created the page; null when the account was deleted.'),
      tags: PageText.tags,
      seoTitle: PageText.seoTitle,
      seoDescription: PageText.seoDescription,
      url: z.string().nullable().meta({
        description:
          'Where the page is, as a person has said, else as its newest figures say; null until somebody has said so.',
        example: 'https://harbordental.example/services/dental-implants',
      }),
    })
    .describe('Metadata of the page.'),
  version: Version,
  createdAt: Timestamp.describe('Time of creation, UTC.'),
  updatedAt: Timestamp.describe('Time of the last change, UTC.'),
  publishedAt: Timestamp.nullable().describe('Time of the first publication, UTC; null before it.'),
  scheduledAt: Timestamp.nullable().describe('Time at which the page will be published, UTC; null unless scheduled.'),
});

export const PageSummary = summary.meta({ id: 'PageSummary', description: 'A page without its content.' });

export const Page = summary
  .extend({
    content: PageText.content,
    contentHtml: z.string().meta({
      description: 'The content as sanitized HTML.',
      example: '<h2>What does a dental implant cost?</h2>',
    }),
  })
  .meta({ id: 'Page', description: 'A page.' });

/** The fields of a page that can be edited. */
export interface Edit {
  title?: string | undefined;
  content?: string | undefined;
  status?: z.infer<typeof Status> | undefined;
  seoTitle?: string | null | undefined;
  seoDescription?: string | null | undefined;
  tags?: string[] | undefined;
  url?: string | null | undefined;
}
