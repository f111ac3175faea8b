import { randomUUIDv7 } from 'node:crypto';
import type { AccountDb } from '../../db/handles.ts';
import { operatorEvents, operatorReasons } from '../../db/schema/index.ts';
import { momentAgo } from './calendar.ts';
import type { SeededClient } from './client-accounts.ts';

const MINUTE = 60_000;

/** Days ago, what was done, to which client, to which of its people, and why. */
type Action = [daysAgo: number, type: string, client: string, person?: number | undefined, reason?: string];

const ACTIONS: Action[] = [
  [12, 'client_suspended', 'Delmar Optics', undefined, 'Three invoices are unpaid, and nobody answers.'],
  [9, 'client_updated', 'Golden Hour Photography'],
  [6, 'user_second_factor_reset', 'Hanami Ramen', 1, 'A new phone; recognized in a video call.'],
  [5, 'client_erasure_started', 'Eastgate Plumbing'],
  [3, 'support_session_started', 'Fjord Kaffe', undefined, 'The owner asks why the newest scan is missing.'],
  [3, 'support_session_ended', 'Fjord Kaffe'],
  [1, 'user_locked', 'Juniper Yoga', 1, 'She says on the phone that somebody else reads her mail.'],
];

/** Seeds the trail of what the operator did to the small clients, each of which the operator made. */
export async function seedOperatorTrail(tx: AccountDb, operatorId: string, clients: SeededClient[], now: Date) {
  const origin = { actorId: operatorId, ipAddress: '198.51.100.24' };
  const made = clients.map(({ joined, name }): Action => [joined, 'client_created', name]);
  const lines = [...made, ...ACTIONS].map(([days, type, name, person, reason], index) => {
    const client = clients.find((each) => each.name === name);
    const userId = person === undefined ? undefined : client?.userIds[person];
    // At some hour of the day, and those of a day one after the other.
    const at = new Date(momentAgo(now, days, (5 * days) % 9).getTime() + index * 7 * MINUTE);
    return { id: randomUUIDv7(), at, type, orgId: client?.clientId, userId, reason };
  });
  await tx.insert(operatorEvents).values(lines.map(({ reason: _, ...line }) => ({ ...line, ...origin })));
  const reasons = lines.flatMap(({ id: eventId, orgId, userId, reason }) =>
    reason ? [{ eventId, orgId, userId, reason }] : [],
  );
  await tx.insert(operatorReasons).values(reasons);
}
