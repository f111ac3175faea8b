import { z } from 'zod';
import {
  calendarEntries,
  calendarStatus,
  contentSuggestions,
  pagePerformance as performance,
  suggestionStatus,
} from '../../db/schema/index.ts';
import {
  Count,
  Fraction,
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
} from '../fields.ts';
import { recordType } from '../record-type.ts';
import { Day, Moment } from '../shapes.ts';

const calendarEntry = recordType(
  calendarEntries,
  z.object({
    title: Title,
    contentType: Label,
    channel: Label,
    status: z.enum(calendarStatus.enumValues),
    date: Day,
    scheduledAt: Moment.nullish(),
    publishedAt: PastMoment.nullish(),
  }),
);

const pagePerformance = recordType(
  performance,
  z.object({
    pageId: z.uuid(),
    date: PastDay,
    views: Count,
    engagementRate: Percent,
    avgTimeOnPageSeconds: Seconds,
    conversions: SplitCount,
    citations: Count.nullish(),
    scoreBefore: Score.nullish(),
    scoreAfter: Score.nullish(),
  }),
);

const suggestion = recordType(
  contentSuggestions,
  z.object({
    title: Title,
    summary: Text,
    contentType: Label,
    targetQuery: z.string().max(500).nullish(),
    status: z.enum(suggestionStatus.enumValues),
    confidence: Fraction,
    rationale: Text.nullish(),
    sources: listOf(Label, 50),
    createdAt: PastMoment.nullish(),
  }),
);

/** The record types that pipelines send to this domain, by their `type`. */
export const contentRecords = { calendar_entry: calendarEntry, page_performance: pagePerformance, suggestion };
