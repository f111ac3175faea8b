import { days, hours, minutes, seconds } from '../../server/durations.ts';

/** The pauses between the attempts of a delivery: 12 attempts in three days. */
const PAUSES = [
  ...[seconds(5), seconds(30), minutes(2), minutes(10), minutes(30), hours(1), hours(3), hours(6), hours(12)],
  ...[hours(20), hours(30)],
];

/** A webhook that has failed for this long is turned off. */
export const FAILING = days(3);

/** How long both secrets sign after a rotation. */
export const ROTATION = hours(24);

/** Milliseconds until the next attempt after this many; none after the last. */
export const pauseAfter = (attempts: number): number | undefined => PAUSES[attempts - 1];
