import { days } from '../durations.ts';

/** Stored files: lifetime of a link (seconds), retention (milliseconds), and files checked by one sweep. */
export const FILES = { openFor: 15 * 60, kept: days(30), sweptAtOnce: 1000 };
