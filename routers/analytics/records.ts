import { z } from 'zod';
import { trafficHourly as hours, reviews, trafficSources } from '../../db/schema/index.ts';
import { Count, Label, PastDay, PastMoment, SplitCount } from '../fields.ts';
import { recordType } from '../record-type.ts';

const review = recordType(
  reviews,
  z.object({
    source: Label,
    rating: z.number().min(1).max(5),
    text: z.string().max(10_000).nullish(),
    authorName: z.string().max(200).nullish(),
    publishedAt: PastMoment,
    responded: z.boolean(),
  }),
);

// As it is written: where clocks are half an hour off, an hour of theirs is not whole in UTC.
const WHOLE = /T\d\d:00(:00(\.0+)?)?(Z|[+-])/;

const trafficHourly = recordType(
  hours,
  z.object({
    at: z.string().regex(WHOLE, { error: 'must be a whole hour', abort: true }).pipe(PastMoment),
    sessions: Count,
  }),
);

const trafficSource = recordType(
  trafficSources,
  z.object({
    date: PastDay,
    source: Label,
    medium: Label,
    sessions: Count,
    users: Count,
    conversions: SplitCount,
    isAiAssistant: z.boolean(),
  }),
);

/** The record types that pipelines send to this domain, by their `type`. */
export const analyticsRecords = { review, traffic_hourly: trafficHourly, traffic_source: trafficSource };
