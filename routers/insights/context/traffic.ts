import type { TenantDb } from '../../../db/handles.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { InsightContext } from '../../../insights/wire.ts';
import { calendarPeriod, periodOf, plusDays, todayIn } from '../../values/days.ts';
import { readPrimarySource } from '../../values/primary-source.ts';
import { readLargestSources } from '../../values/traffic-sums.ts';
import { readLargestEntries, readWebsiteDays } from '../../values/website-parts.ts';
import { readPeriodUsers } from '../../values/website-users.ts';
import { channelOf } from './closed-lists.ts';
import { firstMonth } from './months.ts';

const NAMES = 10_000;

const whole = (value: number) => Math.min(Math.round(value), Number.MAX_SAFE_INTEGER);

/** All days of a month, `YYYY-MM`. */
function wholeMonth(month: string) {
  const { from, until } = calendarPeriod(`${month}-01`, 1);
  return { from, to: plusDays(until, -1) };
}

async function byMonth(db: TenantDb, tenant: Tenant, primary: string | null) {
  const yesterday = plusDays(todayIn(tenant.timezone), -1);
  const days = await readWebsiteDays(db, tenant, primary, { from: `${firstMonth(tenant.timezone)}-01`, to: yesterday });
  const months = [...Map.groupBy(days, ({ date }) => date.slice(0, 7))];
  const periods = months.map(([month]) => wholeMonth(month));
  const usersOf = await readPeriodUsers(db, tenant, primary === null ? [] : [primary], periods);
  return months.map(([month, of]) => ({
    month,
    sessions: whole(of.reduce((sum, { sessions }) => sum + sessions, 0)),
    users: whole(
      usersOf(
        primary,
        wholeMonth(month),
        of.reduce((sum, { users }) => sum + users, 0),
      ).users,
    ),
    conversions: whole(of.reduce((sum, { conversions }) => sum + conversions, 0)),
  }));
}

/** Sessions by channel of the closed list, most first. */
function byChannel(channels: { name: string; count: number }[]) {
  const sums = new Map<ReturnType<typeof channelOf>, number>();
  for (const { name, count } of channels) {
    const channel = channelOf(name);
    sums.set(channel, (sums.get(channel) ?? 0) + count);
  }
  return [...sums]
    .map(([channel, sessions]) => ({ channel, sessions: whole(sessions) }))
    .sort((one, other) => other.sessions - one.sessions || (one.channel < other.channel ? -1 : 1));
}

/**
 * Visits of the last 13 months by month, of the last 30 days by channel, and from AI assistants; undefined without any.
 */
export async function traffic(db: TenantDb, tenant: Tenant): Promise<InsightContext['traffic'] | undefined> {
  const { period } = periodOf({}, tenant.timezone);
  const primary = await readPrimarySource(db, tenant);
  const [months, { channels }, sources] = await Promise.all([
    byMonth(db, tenant, primary),
    readLargestEntries(db, tenant, primary, period, NAMES),
    readLargestSources(db, tenant, period, { most: NAMES, by: 'byMedium' }),
  ]);
  if (months.length === 0 && sources.length === 0) return undefined;
  const fromAssistants = sources.filter(({ isAiAssistant }) => isAiAssistant);
  return {
    ...(months.length > 0 && { by_month: months }),
    ...(channels.length > 0 && { by_channel: byChannel(channels) }),
    ...(sources.length > 0 && {
      ai_assistants: whole(fromAssistants.reduce((sum, { sessions }) => sum + sessions, 0)),
    }),
  };
}
