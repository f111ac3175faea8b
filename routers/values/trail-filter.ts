import { eq, gte, lt, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { days } from '../../server/durations.ts';
import { Day, Moment } from './shapes.ts';

const DayOrMoment = z.union([Day, Moment], { error: 'must be a day, YYYY-MM-DD, or a timestamp with an offset' });

/** The filters that every trail takes besides the actor. */
export const trailFilter = (example: string) => ({
  type: z.string().max(100).meta({ description: 'Only events of this type.', example }).optional(),
  from: DayOrMoment.meta({
    description: 'Only events from this time on, or from this day on, in UTC.',
    example: '2026-02-16',
  }).optional(),
  to: DayOrMoment.meta({
    description: 'Only events before this time, or up to the end of this day, in UTC.',
    example: '2026-02-16T09:30:00Z',
  }).optional(),
});

interface TrailFilter {
  type?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

// A later end is no time that the database reads.
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** The time before which lines are asked for: a day counts to its end. */
const endOf = (to: string) => {
  const isDay = z.iso.date().safeParse(to).success;
  return new Date(Math.min(Date.parse(to) + (isDay ? days(1) : 0), LAST));
};

/** The conditions of these filters on the table of a trail. */
export const trailConditions = ({ type, at }: { type: PgColumn; at: PgColumn }, filter: TrailFilter): SQL[] => [
  ...(filter.type === undefined ? [] : [eq(type, filter.type)]),
  ...(filter.from === undefined ? [] : [gte(at, new Date(filter.from))]),
  ...(filter.to === undefined ? [] : [lt(at, endOf(filter.to))]),
];
