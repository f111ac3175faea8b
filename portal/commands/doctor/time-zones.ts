import { sql } from 'drizzle-orm';
import { errorCodeOf } from '../../../db/error-code.ts';
import { organizations } from '../../../db/schema/index.ts';
import { zoneInUse } from '../../../db/time-zone.ts';
import { formatDateIn } from '../../../routers/values/date-formats.ts';
import { ok, warning } from '../../../server/diagnosis.ts';
import { ofDatabase } from './of-database.ts';

/** Zones of organizations that are looked at, and names in the sentence. */
const MOST = { zones: 300, named: 5 };

/** A zone at a moment, in Unix milliseconds, with the minutes that the database has it ahead of UTC. */
interface Offset extends Record<string, unknown> {
  zone: string;
  at: number;
  minutes: number;
}

/** The offset of Node’s own rules, in minutes. */
function minutesIn(zone: string, at: number) {
  const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)$/.exec(formatDateIn('en', zone, 'offset', new Date(at))) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/** The zones whose offsets differ at one of the moments. */
export function differingZones(offsets: Offset[]): string[] {
  const zones = Map.groupBy(offsets, ({ zone }) => zone);
  return [...zones].flatMap(([zone, its]) =>
    its.some(({ at, minutes }) => minutesIn(zone, Number(at)) !== Number(minutes)) ? [zone] : [],
  );
}

/** Whether the days that SQL counts are those that the portal shows: both have time zone rules of their own. */
export const timeZones = ofDatabase('time-zones', async ({ accounts }) => {
  try {
    const stored = await accounts
      .select({ zone: organizations.timezone })
      .from(organizations)
      .groupBy(organizations.timezone)
      .orderBy(organizations.timezone)
      .limit(MOST.zones);
    const zones = JSON.stringify([...new Set(stored.map(({ zone }) => zoneInUse(zone)))]);
    const offsets = await accounts.execute<Offset>(sql`
      select zone, extract(epoch from moment)::float8 * 1000 as at,
        extract(epoch from (moment at time zone zone) - (moment at time zone 'UTC'))::float8 / 60 as minutes
      from json_array_elements_text(${zones}::json) zone,
        generate_series(date_trunc('month', now()), now() + interval '2 years', interval '1 month') moment`);
    const differing = differingZones([...offsets]);
    if (differing.length === 0) return ok('The database and Node have the same time zone rules.');
    const named = differing.slice(0, MOST.named).join(', ');
    const more = differing.length > MOST.named ? ` and ${differing.length - MOST.named} more` : '';
    return warning(
      `The time zone rules of the database and of Node differ for ${named}${more}: days and hours there are wrong. Update tzdata on the database’s server, and Node.`,
    );
  } catch (error) {
    if (errorCodeOf(error) !== '22023') throw error;
    return warning('The database does not know the time zone of an organization: update tzdata on its server.');
  }
});
