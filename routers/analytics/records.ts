import { z } from 'zod';
import { reviews, trafficHourly as trafficHourlyTable, trafficSources } from '../../db/schema/index.ts';
import { RECORDS_PER_CLIENT, RECORDS_PER_DAY } from '../../server/limits/sizes.ts';
import { atMost, atMostADay } from '../records/record-bound.ts';
import { recordType } from '../records/record-type.ts';
import { Count, HttpUrl, Label, PastDay, PastMoment, SplitCount } from '../values/fields.ts';

const review = recordType(
  reviews,
  z
    .object({
      source: Label.meta({ description: 'Review platform.', example: 'google' }),
      rating: z.number().min(1).max(5).meta({ description: 'Rating, 1–5.', example: 5 }),
      text: z.string().max(10_000).nullish().meta({
        description: 'Text of the review.',
        example: 'Gentle, on time, and they explained every step.',
      }),
      authorName: z.string().max(200).nullish().meta({ description: 'Name of the reviewer.', example: 'Erin M.' }),
      publishedAt: PastMoment.describe('Time of publication, ISO 8601 with an offset.'),
      responded: z.boolean().describe('Whether the organization has responded.'),
      answer: z.string().max(10_000).nullish().meta({
        description: 'What the organization has answered.',
        example: 'Thank you, Erin. See you in spring.',
      }),
      url: HttpUrl.nullish().meta({
        description: 'Where the review can be read and answered.',
        example: 'https://www.yelp.com/biz/harbor-street-dental?hrid=Zk3vQ9xT0m1bYfHn',
      }),
    })
    .describe('A review.'),
  { bound: atMost(RECORDS_PER_CLIENT.reviews, reviews, 'reviews') },
);

const ReportedBy = Label.nullish().meta({
  description:
    'Analytics tool that counted the visits, named as the `source` of `website_daily`; without it they belong to whatever source is primary.',
  example: 'ga4',
});

// Checked as written: in time zones with half-hour offsets a full local hour is not a full hour in UTC.
const FULL_HOUR = /T\d\d:00(:00(\.0+)?)?(Z|[+-])/;

const trafficHourly = recordType(
  trafficHourlyTable,
  z
    .object({
      at: z.string().regex(FULL_HOUR, { error: 'must be a full hour', abort: true }).pipe(PastMoment).meta({
        description: 'Start of the hour, ISO 8601 with an offset.',
        example: '2026-02-15T14:00:00-05:00',
      }),
      sessions: Count.meta({ description: 'Number of sessions.', example: 18 }),
      reportedBy: ReportedBy,
    })
    .describe('The website sessions of an hour.'),
  {
    perDay: atMostADay(
      RECORDS_PER_DAY.trafficHourly,
      trafficHourlyTable,
      trafficHourlyTable.at,
      'records of traffic by the hour',
    ),
  },
);

const trafficSource = recordType(
  trafficSources,
  z
    .object({
      date: PastDay.meta({ description: 'Day of the visits.', example: '2026-02-15' }),
      source: Label.meta({ description: 'Traffic source.', example: 'google' }),
      medium: Label.meta({ description: 'Traffic medium.', example: 'organic' }),
      sessions: Count.meta({ description: 'Number of sessions.', example: 184 }),
      users: Count.meta({ description: 'Number of users.', example: 151 }),
      conversions: SplitCount.meta({ description: 'Number of conversions.', example: 9 }),
      isAiAssistant: z.boolean().describe('Whether the source is an AI assistant.'),
      reportedBy: ReportedBy,
    })
    .describe('The visits from a traffic source on a day.'),
  { perDay: atMostADay(RECORDS_PER_DAY.trafficSources, trafficSources, trafficSources.date, 'traffic sources') },
);

/** The record types of this domain, by `type`. */
export const analyticsRecords = { review, traffic_hourly: trafficHourly, traffic_source: trafficSource };
