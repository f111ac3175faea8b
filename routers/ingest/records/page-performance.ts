import { z } from 'zod';
import { pagePerformance as table } from '../../../db/schema/index.ts';
import { Count, PastDay, Percent, Score, Seconds, SplitCount } from '../bounds.ts';
import { recordType } from './record-type.ts';

export const pagePerformance = recordType(
  table,
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
