import { z } from 'zod';
import { Period, Timestamp } from '../../values/shapes.ts';

const clicks = z.number().meta({ description: 'Number of clicks.', example: 412 });
const impressions = z.number().meta({ description: 'Number of times shown in the results.', example: 18_240 });

const figures = {
  clicks,
  impressions,
  ctr: z
    .number()
    .nullable()
    .meta({ description: 'Clicks, in percent of impressions; null without impressions.', example: 2.26 }),
  position: z
    .number()
    .nullable()
    .meta({ description: 'Mean position in the results, from 1; null without impressions.', example: 8.43 }),
};

const Totals = z.object({
  ...figures,
  days: z
    .int()
    .meta({ description: 'Number of days with figures; the latest come two or three days late.', example: 28 }),
});

const change = {
  change: z.number().nullable().meta({
    description: 'Change of clicks since the period before; null where nothing is known of it.',
    example: 14,
  }),
  positionChange: z.number().nullable().meta({
    description: 'Change of the mean position; below 0 it is better. Null where it was not shown before.',
    example: -0.62,
  }),
};

const SearchQuery = z
  .object({
    query: z.string().meta({ description: 'What people searched for.', example: 'dental implants cost' }),
    ...figures,
    ...change,
  })
  .meta({ id: 'SearchQuery', description: 'A query and its figures in search results.' });

const SearchPage = z
  .object({
    page: z.string().meta({
      description: 'Address of the page.',
      example: 'https://www.harborstreetdental.example/services/implants',
    }),
    ...figures,
    ...change,
  })
  .meta({ id: 'SearchPage', description: 'A page and its figures in search results.' });

const SearchDayFigures = z.object({
  date: z.iso.date().meta({ description: 'The day.', example: '2026-02-15' }),
  clicks,
  impressions,
});

export const SearchFigures = z
  .object({
    period: Period.describe('The period covered.'),
    totals: Totals.describe('Totals of the period.'),
    comparison: Totals.describe(
      'Totals of the period before it: the calendar months before whole months, otherwise as many days as are reported.',
    ),
    series: z.array(SearchDayFigures).describe('Figures by day, oldest first. Days without data are left out.'),
    queries: z.array(SearchQuery).describe('The 100 queries with the most clicks.'),
    pages: z.array(SearchPage).describe('The 100 pages with the most clicks.'),
    risen: z.array(SearchQuery).describe('The ten queries whose clicks rose most since the period before.'),
    fallen: z.array(SearchQuery).describe('The ten queries whose clicks fell most, those no longer shown included.'),
    asOf: Timestamp.nullable().describe('Time of the latest report in both periods; null without one.'),
  })
  .meta({ id: 'SearchFigures', description: 'The website in search results in a period.' });
