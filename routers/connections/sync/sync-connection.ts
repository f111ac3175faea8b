import type { Deps } from '../../../server/deps.ts';
import { seconds } from '../../../server/durations.ts';
import { findTenant } from '../../../server/identity/find-tenant.ts';
import { lookAtAlerts } from '../../alerts/public.ts';
import { plusDays, todayIn } from '../../values/days.ts';
import { operatorTokens } from '../agency/grants.ts';
import { sourceClient } from '../ask-source.ts';
import { openCredential } from '../credentials.ts';
import { clientTokens } from '../google/grants.ts';
import { tokenOf } from '../google/tokens.ts';
import { kindNamed } from '../kinds/index.ts';
import { problemOf, SourceFailure } from '../problems.ts';
import { recordFailure, recordSuccess } from './outcome.ts';
import { monthsEnding, readRange, readUsersOf, recentPeriods, type Turn } from './read-days.ts';
import { readListing, readWhole } from './read-whole.ts';
import { CHANGING_DAYS, PAST, pastStart } from './schedule.ts';
import { holdLease, LEASE, type LeasedConnection, LeaseLost, returnLease, writeLeased } from './take-due.ts';

const earlier = (one: string, other: string) => (one < other ? one : other);
const later = (one: string, other: string) => (one > other ? one : other);

/** Reads the last full days again, and those since the last sync; the first time it notes the past to be read. */
async function readRecent(turn: Turn) {
  const { db, tenant, connection, kind, access } = turn;
  if (kind.readWhole) {
    await readWhole(turn, kind.readWhole(access));
    await readListing(turn);
    return recordSuccess(db, tenant, connection, {});
  }
  const today = await kind.today(access);
  const to = plusDays(today, -1);
  const days = kind.changingDays ?? CHANGING_DAYS;
  const changing = plusDays(to, 1 - days);
  const last = connection.lastSyncAt && todayIn(tenant.timezone, connection.lastSyncAt);
  // After weeks without a sync the gap is read in parts, as the past is.
  const from = last ? earlier(changing, plusDays(last, -days)) : changing;
  const oldest = plusDays(to, 1 - PAST.daysATurn);
  await readRange(turn, { from: later(from, oldest), to }, { isPast: false });
  await readUsersOf(turn, recentPeriods(to));
  const pastUntil = last ? (connection.pastUntil ?? pastStart(today)) : pastStart(today);
  const isGap = from < oldest;
  const past = {
    ...(!last && { pastDay: plusDays(changing, -1), pastUntil }),
    ...(last && isGap && { pastDay: plusDays(oldest, -1), pastUntil: connection.pastDay ? pastUntil : from }),
  };
  await recordSuccess(db, tenant, connection, past);
}

/** Reads the next part of the past. */
async function readPast(turn: Turn, pastDay: string) {
  const { db, tenant, connection } = turn;
  const until = connection.pastUntil ?? pastDay;
  const first = plusDays(pastDay, 1 - PAST.daysATurn);
  const range = { from: later(first, until), to: pastDay };
  // First, because each day that is stored moves the position: what fails after that is not asked for again.
  await readUsersOf(turn, monthsEnding(range));
  if (pastDay >= until) await readRange(turn, range, { isPast: true });
  await db.transaction(async (tx) => {
    await lookAtAlerts(tx, tenant);
    await writeLeased(tx, tenant, connection, { pastDay: range.from > until ? plusDays(range.from, -1) : null });
  });
}

/** Extends a lease while its work waits for the tool; the signal ends the work when the lease is lost. */
function keepLease(turn: Pick<Turn, 'db' | 'tenant' | 'connection'>, lost: AbortController) {
  const extend = () =>
    holdLease(turn.db, turn.tenant, turn.connection).catch((error) => {
      if (error instanceof LeaseLost) lost.abort();
    });
  const timer = setInterval(extend, seconds(LEASE.extendEvery));
  return () => clearInterval(timer);
}

/** Does a turn of work on a leased connection: its last days if they are due, else a part of its past. */
export async function syncConnection(deps: Deps, connection: LeasedConnection, closing: AbortSignal) {
  const { database, env, log } = deps;
  const tenant = await findTenant(database.accounts, connection.clientId);
  const kind = kindNamed(connection.kind);
  if (tenant?.status !== 'active' || !kind) return;
  const db = database.as(tenant);
  const lost = new AbortController();
  const stopKeeping = keepLease({ db, tenant, connection }, lost);
  const about = { connection: connection.id, kind: connection.kind };
  const isPast = connection.pastDay !== null && connection.nextSyncAt > new Date();
  let pause = 0;
  try {
    const ask = sourceClient(env, AbortSignal.any([lost.signal, closing]));
    const access = {
      grantToken: connection.operatorGrantId
        ? operatorTokens({ accounts: database.accounts, env, ask }, connection.operatorGrantId)
        : tokenOf({ env, ask }, clientTokens({ db, tenant }, connection.grantId)),
      property: connection.property,
      url: connection.url,
      timezone: tenant.timezone,
      // Google's kinds have no address of their own, but for that of the demo.
      googleBase: connection.url ?? env.GOOGLE_API_BASE,
      credential: openCredential(env, connection),
      ask,
    };
    const rejected = (records: number) => log.warn({ ...about, records }, 'Records of a connection were rejected.');
    const turn = { db, tenant, connection, kind, access, rejected };
    if (isPast && connection.pastDay) await readPast(turn, connection.pastDay);
    else await readRecent(turn);
  } catch (error) {
    if (error instanceof LeaseLost || lost.signal.aborted || closing.aborted) return;
    const problem = error instanceof SourceFailure ? error.problem : 'internal';
    if (problem === 'internal') log.warn({ ...about, err: error }, 'A connection could not be read.');
    else log.info({ ...about, problem }, 'A connection could not be read.');
    // The past has time: the days of tomorrow may need what is left, and they tell whether the tool works.
    if (isPast && (problem === 'quota_used_up' || problemOf(problem).passing)) pause = PAST.pauseSeconds;
    else await recordFailure(db, tenant, connection, problem);
  } finally {
    stopKeeping();
    await returnLease(db, tenant, connection, pause);
  }
}
