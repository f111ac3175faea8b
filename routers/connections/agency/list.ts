import { asc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Reach } from '../../../db/handles.ts';
import { connections, organizations } from '../../../db/schema/index.ts';
import { nameOrder } from '../../../db/schema/name-order.ts';
import type { Deps } from '../../../server/deps.ts';
import { ConnectionEntry, toConnection } from '../shapes.ts';

/** How many connections one grant may have. */
export const MOST_OF_GRANT = 500;

export const OperatorConnection = ConnectionEntry.pick({
  kind: true,
  property: true,
  status: true,
  problem: true,
  cause: true,
  since: true,
  days: true,
}).extend({
  clientId: z.uuid().describe('Id of the client.'),
  clientName: z.string().meta({ description: 'Name of the client.', example: 'Harbor Street Dental' }),
});

/** Reads the connections of grants in all clients of an operator, by the grant and then by the name of the client. */
export async function readOfGrants({ database }: Pick<Deps, 'database'>, reach: Reach, grantIds: string[]) {
  if (grantIds.length === 0) return new Map<string | null, z.input<typeof OperatorConnection>[]>();
  const rows = await database
    .within(reach)
    .clients.select({ connection: connections, clientName: organizations.name })
    .from(connections)
    .innerJoin(organizations, eq(organizations.id, connections.clientId))
    .where(inArray(connections.operatorGrantId, grantIds))
    .orderBy(asc(nameOrder(organizations.name)), asc(connections.clientId), asc(connections.kind))
    .limit(grantIds.length * MOST_OF_GRANT);
  const shown = rows.map(({ connection, clientName }) => {
    const { kind, property, status, problem, cause, since, days } = toConnection(connection);
    const { clientId, operatorGrantId: grant } = connection;
    return { grant, entry: { clientId, clientName, kind, property, status, problem, cause, since, days } };
  });
  return new Map(
    [...Map.groupBy(shown, ({ grant }) => grant)].map(([grant, of]) => [grant, of.map(({ entry }) => entry)]),
  );
}
