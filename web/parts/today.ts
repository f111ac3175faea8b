import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api } from '../api/client.ts';
import { viewed } from '../api/viewed.ts';
import { clockAt } from './clocks.ts';
import { known } from './format.ts';

const DAY = 24 * 60 * 60 * 1000;

/** The day so many days ago, `YYYY-MM-DD`. */
export const dayBefore = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

/** Today, `YYYY-MM-DD`, in the time zone of the organization; in that of the browser until the former has arrived. */
export function useToday() {
  const { data } = useQuery(api.auth.org.get.queryOptions());
  const client = useSyncExternalStore(viewed.subscribe, viewed.get);
  const timezone = client?.timezone ?? data?.data.timezone;
  const now = Date.now();
  const clock = known(() => clockAt(timezone, now)) ?? clockAt(undefined, now);
  return new Date(clock).toISOString().slice(0, 10);
}
