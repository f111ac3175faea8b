import { z } from 'zod';
import { DomainName, HttpUrl, Label, listOf, PastMoment } from '../../values/fields.ts';

/** At most this many in one scan; 2,000 answers with all of them are 260,000 values of the 500,000 of a body. */
export const ANSWERS = { perScan: 2000, citations: 30, competitors: 30, prompt: 2000, title: 300, excerpt: 500 };

/** The domains that are kept of a scan: the most cited. It may cite 60,000. */
export const KEPT_SOURCES = 5000;

const Citation = z.object({
  url: HttpUrl.meta({ description: 'URL of the source.', example: 'https://www.yelp.com/biz/harbor-street-dental' }),
  title: z.string().max(ANSWERS.title).nullish().meta({
    description: 'Title of the source.',
    example: 'Harbor Street Dental – Portland, ME',
  }),
});

/** An answer of an AI assistant, as ingested. */
export const AssistantAnswer = z.object({
  engine: Label.meta({ description: 'AI assistant.', example: 'chatgpt' }),
  model: Label.nullish().meta({
    description: 'Model behind the assistant; changes are not compared across models.',
    example: 'gpt-5.2',
  }),
  prompt: z.string().min(1).max(ANSWERS.prompt).meta({
    description: 'The question asked.',
    example: 'best dentist in Portland Maine',
  }),
  askedAt: PastMoment.describe('Time of the answer.'),
  mentioned: z.boolean().describe('Whether the answer mentions the client.'),
  position: z.number().int().min(1).max(1000).nullish().meta({
    description: 'Position of the client among the businesses named, from 1.',
    example: 2,
  }),
  sentiment: z.number().min(-1).max(1).nullish().meta({
    description: 'Sentiment towards the client, −1 to 1.',
    example: 0.6,
  }),
  citations: listOf(Citation, ANSWERS.citations).describe('Sources cited.'),
  competitors: listOf(DomainName, ANSWERS.competitors).meta({
    description: 'Domains of the competitors named.',
    example: ['cascobaydental.example'],
  }),
  excerpt: z.string().max(ANSWERS.excerpt).nullish().meta({
    description: 'Excerpt of the answer.',
    example: 'Harbor Street Dental is often recommended for anxious patients.',
  }),
});

export type AssistantAnswer = z.output<typeof AssistantAnswer>;
