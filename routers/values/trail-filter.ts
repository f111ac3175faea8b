import { eq, gte, lt, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { days } from '../../server/durations.ts';
import { invalid } from '../../server/errors.ts';
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

const isDay = (text: string) => z.iso.date().safeParse(text).success;

/** The time before which lines are asked for: a day counts to its end. */
const endOf = (to: string) => new Date(Math.min(Date.parse(to) + (isDay(to) ? days(1) : 0), LAST));

/** The conditions of these filters on the table of a trail. @throws VALIDATION_ERROR if `from` is after `to` */
export function trailConditions(
  { type, at }: { type: PgColumn; at: PgColumn },
  { type: wanted, from, to }: TrailFilter,
): SQL[] {
  const first = from === undefined ? undefined : new Date(from);
  const end = to === undefined ? undefined : endOf(to);
  // A day has begun before its end; of two times the same one twice is no mistake.
  if (first && end && (first > end || (isDay(String(to)) && first >= end)))
    throw invalid('from', 'must not be after `to`');
  return [
    ...(wanted === undefined ? [] : [eq(type, wanted)]),
    ...(first ? [gte(at, first)] : []),
    ...(end ? [lt(at, end)] : []),
  ];
}
