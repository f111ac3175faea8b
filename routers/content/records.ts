import { z } from 'zod';
import {
  calendarEntries,
  calendarStatus,
  contentSuggestions,
  pages,
  pagePerformance as performance,
  suggestionStatus,
} from '../../db/schema/index.ts';
import { RECORDS_PER_CLIENT, RECORDS_PER_DAY } from '../../server/limits/sizes.ts';
import { atMost, atMostADay } from '../records/record-bound.ts';
import { recordType, refersTo } from '../records/record-type.ts';
import {
  Count,
  Fraction,
  HttpUrl,
  Label,
  listOf,
  PastDay,
  PastMoment,
  Percent,
  Score,
  Seconds,
  SplitCount,
  Text,
  Title,
} from '../values/fields.ts';
import { Day, Moment, Uuid } from '../values/shapes.ts';
import { suggestionEvents } from './events.ts';
import { reportUrls } from './page-urls.ts';

const ContentType = Label.meta({ description: 'Type of content.', example: 'blog_post' });

const calendarEntry = recordType(
  calendarEntries,
  z
    .object({
      title: Title.meta({ description: 'Title.', example: 'Children’s Dental Health Month newsletter' }),
      contentType: ContentType,
      channel: Label.meta({ description: 'Publication channel.', example: 'email' }),
      status: z.enum(calendarStatus.enumValues).describe('Status of the content.'),
      date: Day.describe('Planned day.'),
      scheduledAt: Moment.nullish().describe('Scheduled time of publication.'),
      publishedAt: PastMoment.nullish().describe('Time of publication.'),
    })
    .describe('A planned entry of the content calendar.'),
  { bound: atMost(RECORDS_PER_CLIENT.calendarEntries, calendarEntries, 'calendar entries') },
);

const pagePerformance = recordType(
  performance,
  z
    .object({
      pageId: Uuid.describe('Id of the page in the portal; a record of another page is rejected.'),
      date: PastDay.meta({ description: 'Day of the figures.', example: '2026-02-15' }),
      views: Count.meta({ description: 'Number of views.', example: 62 }),
      engagementRate: Percent.meta({ description: 'Engaged views, in percent of views.', example: 58.4 }),
      avgTimeOnPageSeconds: Seconds.meta({ description: 'Mean time on page, in seconds.', example: 74.5 }),
      conversions: SplitCount.meta({ description: 'Number of conversions.', example: 1.5 }),
      citations: Count.nullish().meta({ description: 'Number of citations by AI assistants.', example: 3 }),
      scoreBefore: Score.nullish().meta({ description: 'Visibility score before publication, 0–100.', example: 61 }),
      scoreAfter: Score.nullish().meta({ description: 'Visibility score after publication, 0–100.', example: 64.5 }),
      url: HttpUrl.nullish().meta({
        description: 'Where the page is; that of the newest day is shown, unless a person has said otherwise.',
        example: 'https://harbordental.example/services/implants',
      }),
    })
    .describe('The performance of a page on a day.'),
  {
    reference: refersTo(pages, 'pageId', 'a page'),
    afterwards: reportUrls,
    perDay: atMostADay(RECORDS_PER_DAY.pagePerformance, performance, performance.date, 'records of page performance'),
  },
);

const suggestion = recordType(
  contentSuggestions,
  z
    .object({
      title: Title.meta({ description: 'Suggested title.', example: 'How much does a root canal cost in Maine?' }),
      summary: Text.meta({
        description: 'Summary of the content.',
        example: 'Typical prices, insurance coverage and payment plans.',
      }),
      contentType: ContentType,
      targetQuery: z.string().max(500).nullish().meta({
        description: 'Search query the content answers.',
        example: 'root canal cost portland maine',
      }),
      status: z.enum(suggestionStatus.enumValues).describe('Status of the suggestion.'),
      confidence: Fraction.meta({ description: 'Confidence, 0–1.', example: 0.82 }),
      rationale: Text.nullish().meta({
        description: 'Reason for the suggestion.',
        example: 'Three competitors answer this question and you do not.',
      }),
      sources: listOf(Label, 50).meta({ description: 'Sources of the suggestion.', example: ['search_console'] }),
      createdAt: PastMoment.nullish().describe('Time of the suggestion; the time of ingestion by default.'),
    })
    .describe('A content suggestion.'),
  { bound: atMost(RECORDS_PER_CLIENT.suggestions, contentSuggestions, 'suggestions'), events: suggestionEvents },
);

/** The record types of this domain, by `type`. */
export const contentRecords = { calendar_entry: calendarEntry, page_performance: pagePerformance, suggestion };
