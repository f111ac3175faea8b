import { actionItem } from './action-item.ts';
import { calendarEntry } from './calendar-entry.ts';
import { goal } from './goal.ts';
import { investment } from './investment.ts';
import { pagePerformance } from './page-performance.ts';
import type { RecordType } from './record-type.ts';
import { review } from './review.ts';
import { socialProfile } from './social-profile.ts';
import { suggestion } from './suggestion.ts';
import { template } from './template.ts';
import { trafficHourly } from './traffic-hourly.ts';
import { trafficSource } from './traffic-source.ts';
import { websiteDaily } from './website-daily.ts';

/**
 * The table of contents of what records can tell. A new type is a table whose columns are named as its fields, a small
 * file beside this one, and a line here.
 */
export const RECORD_TYPES: ReadonlyMap<string, RecordType> = new Map(
  Object.entries({
    action_item: actionItem,
    calendar_entry: calendarEntry,
    goal,
    investment,
    page_performance: pagePerformance,
    review,
    social_profile: socialProfile,
    suggestion,
    template,
    traffic_hourly: trafficHourly,
    traffic_source: trafficSource,
    website_daily: websiteDaily,
  }),
);
