import { days } from '../durations.ts';

/** Stored files: how long the address of one is good (seconds), how long it is kept (milliseconds), and how many a sweep looks at. */
export const FILES = { openFor: 15 * 60, kept: days(30), sweptAtOnce: 1000 };
