import { hours, minutes } from '../durations.ts';

/** Maximum ages of cached results without a write in between, in milliseconds. */
export const STALE = { analytics: hours(1), grade: minutes(5), kpis: minutes(5), insightContext: minutes(5) };
