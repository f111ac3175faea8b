import { hours, minutes } from '../durations.ts';

/** The oldest that a computed answer may be, in milliseconds, where nothing was written meanwhile. */
export const STALE = { analytics: hours(1), kpis: minutes(5), insightContext: minutes(5) };
