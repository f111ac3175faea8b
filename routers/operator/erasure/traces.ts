import { type SQL, sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import type { Executor } from '../../../db/handles.ts';
import { idempotencyKeys, rateLimits, securityEvents } from '../../../db/schema/index.ts';
import type { Deps } from '../../../server/deps.ts';
import { mailFolder } from '../../../server/mail/mailer.ts';
import { recipientOf } from '../../../server/mail/outbox.ts';
import { eraseFiles } from '../../../server/mail/transport.ts';
import { mailboxOf } from '../../auth/public.ts';
import { archives, keptReports, reports } from '../../exports/public.ts';
import { eraseFromReports } from '../../reports/public.ts';
import { deleteAmong, type KeyPart } from './delete-rows.ts';
import type { ErasedPerson } from './people.ts';

/** A client that is erased, and its people who are. */
export interface Erased {
  clientId: string;
  people: ErasedPerson[];
  /** The addresses that it had invited. */
  guests: string[];
}

const array = (texts: string[]) => sql`${makePgArray(texts)}::text[]`;
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const ADDRESS = '[^\\s"<>@]+@[^\\s"<>@]+';

/** Whether a text holds one of the words, among its words of a form: as quick with many words as with one. */
const holds = (text: SQL, form: string, words: string[]) =>
  sql`exists (select from regexp_matches(${text}, ${`(${form})`}, 'gi') as found where lower(found[1]) = any(${array(words)}))`;

/** Whether a text has the id of the client, or the id or address of one of its people. */
const names = (text: SQL, { clientId, people }: Pick<Erased, 'clientId' | 'people'>) => {
  const ids = [clientId, ...people.map(({ id }) => id)];
  const addresses = people.flatMap((person) => person.addresses);
  return sql`(${holds(text, UUID, ids)} or ${holds(text, ADDRESS, addresses)})`;
};

/** Deletes jobs of every state about the client and its people: mails to them, mails that name it, and others. */
async function eraseJobs(db: Executor, env: Deps['env'], { clientId, people }: Erased, signal?: AbortSignal) {
  const to = array(people.flatMap((person) => person.addresses.map((address) => recipientOf(env, address))));
  const addressed = sql`(data->>'about' = ${clientId} or data->>'to' = any(${to}))`;
  // Of mails, everything else is sealed. The job that erases knows only the id, and ends by itself.
  const isPlain = sql`name not in ('client-erasures', 'mail')`;
  const words = sql`coalesce(data::text, '') || coalesce(output::text, '')`;
  const keys: KeyPart[] = [
    [sql`name`, 'text'],
    [sql`id`, 'uuid'],
  ];
  const which = sql`(${addressed} or (${isPlain} and ${names(words, { clientId, people })}))`;
  await deleteAmong(db, { table: sql.raw('pgboss.job'), keys }, which, signal);
}

/** Deletes stored responses that name the client or its people: operators make clients, and others invite people. */
function eraseAnswers(db: Executor, erased: Erased, signal?: AbortSignal) {
  const { clientId, caller, key, answer } = idempotencyKeys;
  const keys: KeyPart[] = [
    [sql`${clientId}`, 'uuid'],
    [sql`${caller}`, 'uuid'],
    [sql`${key}`, 'text'],
  ];
  return deleteAmong(db, { table: sql`${idempotencyKeys}`, keys }, names(sql`${answer}`, erased), signal);
}

/** Deletes counters of limits by the client, its people and their addresses. */
function eraseCounters(db: Executor, { clientId, people, guests }: Erased, signal?: AbortSignal) {
  const addresses = [...people.flatMap((person) => person.addresses), ...guests];
  const subjects = [clientId, ...people.map(({ id }) => id), ...addresses, ...addresses.map(mailboxOf)];
  const { key } = rateLimits;
  const subject = sql`split_part(substr(${key}, strpos(${key}, ':') + 1), ' ', 1)`;
  const which = sql`${subject} = any(${array(subjects)})`;
  return deleteAmong(db, { table: sql`${rateLimits}`, keys: [[sql`${key}`, 'text']] }, which, signal);
}

/** Takes the addresses of people out of the trails of other organizations, a day’s lines at a time. */
async function eraseNamesInTrails(db: Executor, people: Erased['people'], signal?: AbortSignal) {
  if (people.length === 0) return;
  const emails = array(people.flatMap((person) => person.addresses));
  const { at, actor, details } = securityEvents;
  const [first] = await db.execute<{ days: number }>(
    sql`select coalesce(extract(day from now() - min(${at})), 0)::int as days from ${securityEvents}`,
  );
  // The last window is open: it ends in the future.
  for (let day = first?.days ?? 0; day >= -1; day--) {
    signal?.throwIfAborted();
    const ofDay = sql`${at} >= now() - ${day + 1} * interval '1 day' and ${at} < now() - ${day} * interval '1 day'`;
    await db.execute(sql`
      update ${securityEvents} set actor = case when ${actor} = any(${emails}) then 'An erased account' else ${actor} end,
        details = case when ${details}->>'email' = any(${emails}) then ${details} - 'email' else ${details} end
      where ${ofDay} and (${actor} = any(${emails}) or ${details}->>'email' = any(${emails}))`);
  }
}

/**
 * Deletes what tells of a client and its people outside of their own rows: jobs, queued mails, stored responses,
 * counters, and files. Harmless when repeated.
 */
export async function eraseTraces({ database, env, use }: Deps, owner: Executor, erased: Erased, signal?: AbortSignal) {
  await eraseJobs(database.accounts, env, erased, signal);
  await eraseAnswers(database.asMaintenance(), erased, signal);
  await eraseCounters(database.accounts, erased, signal);
  await eraseNamesInTrails(owner, erased.people, signal);
  await use(reports).erase(erased.clientId);
  await use(keptReports).erase(erased.clientId);
  await use(archives).erase(erased.clientId);
  const addresses = erased.people.flatMap((person) => person.addresses);
  await eraseFromReports({ database }, { clientId: erased.clientId, addresses });
  await eraseFiles(mailFolder(env.DATA_DIR), { addresses, about: erased.clientId });
}
