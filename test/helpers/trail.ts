import { randomUUIDv7 } from 'node:crypto';
import { securityEvents } from '../../db/schema/index.ts';
import type { Person } from './people.ts';
import type { Portal } from './portal.ts';

export const OWN = '/api/auth/account/activity';
export const ORG = '/api/auth/org/activity';

/** An entry of the security trail in a response; `member` only in that of the organization. */
export interface Event {
  id: string;
  type: string;
  at: string;
  ipAddress: string;
  userAgent: string;
  actor: string | null;
  details: Record<string, unknown>;
  member?: object | null;
}

export const events = async (person: Pick<Person, 'get'>, url = OWN) => (await person.get(url)).json().data as Event[];

/** Writes numbered entries about the person, a second apart, the first at `from`. */
export const writeLines = ({ deps }: Portal, { userId, orgId }: Person, count: number, from: Date) =>
  deps.database.accounts.insert(securityEvents).values(
    Array.from({ length: count }, (_, turn) => ({
      id: randomUUIDv7(),
      at: new Date(from.getTime() + turn * 1000),
      type: 'signed_in',
      userId,
      orgId,
      ipAddress: '10.0.0.1',
      userAgent: 'A browser',
      details: { turn },
    })),
  );
