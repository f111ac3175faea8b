/** The wall-clock time of a moment in this zone, or in that of the browser, as if it were UTC, in milliseconds. */
export function clockAt(timeZone: string | undefined, at: number) {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/** The moment, ISO 8601, at which clocks in a zone show a local time `YYYY-MM-DDTHH:MM`; undefined for no such time. */
export function momentIn(timeZone: string, local: string): string | undefined {
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return undefined;
  // Twice, as the offset at the first guess may be that of the other side of a change of clocks.
  const guess = wanted - (clockAt(timeZone, wanted) - wanted);
  return new Date(guess - (clockAt(timeZone, guess) - wanted)).toISOString();
}
