import { eq, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../db/handles.ts';
import { organizations } from '../../db/schema/index.ts';
import { CommandRefused, NotUnderstood, onlyOne } from '../../server/command.ts';
import { Email } from '../auth/public.ts';
import { Reason } from './shapes.ts';

// Arguments of commands.

/** The address that is the only argument. @throws NotUnderstood */
export function addressIn(positionals: string[]): string {
  const given = onlyOne(positionals, 'EMAIL');
  const { data } = Email.safeParse(given);
  if (data === undefined) throw new NotUnderstood(`"${given}" is not an email address`);
  return data;
}

/** The reason in the option `--reason`. @throws NotUnderstood */
export function reasonIn(given: string | undefined): string {
  if (given === undefined) throw new NotUnderstood('--reason TEXT is missing');
  const { data, error } = Reason.safeParse(given);
  if (data === undefined) throw new NotUnderstood(`--reason ${error.issues[0]?.message ?? 'is not valid'}`);
  return data;
}

const SHOWN = 5;

/** Finds the client with this id or name. @throws CommandRefused when there is none, or several */
export async function findNamedClient(db: AccountDb, named: string) {
  const { id, name, status } = organizations;
  const ofName = sql`lower(${name}) = lower(${named})`;
  const found = await db
    .select({ id, name, status })
    .from(organizations)
    .where(z.uuid().safeParse(named).success ? or(eq(id, named), ofName) : ofName)
    .orderBy(id)
    .limit(SHOWN);
  const [client, other] = found;
  if (!client) throw new CommandRefused(`There is no client with the id or name ${named}.`);
  if (other)
    throw new CommandRefused(
      `Several clients have the name ${named}: give the id of one, such as ${found.map((one) => one.id).join(', ')}.`,
    );
  return client;
}
