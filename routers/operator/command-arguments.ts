import { eq, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../db/handles.ts';
import { organizations } from '../../db/schema/index.ts';
import { CommandRefused } from '../../server/command.ts';
import { Email } from '../auth/public.ts';

// Arguments of commands.

/** The only argument, if there is one. */
export const onlyOne = ([first, ...others]: string[]) => (others.length === 0 ? first?.trim() || undefined : undefined);

/** The address among the arguments of a command, if it is one. */
export const addressIn = (positionals: string[]) => Email.safeParse(onlyOne(positionals)).data;

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
