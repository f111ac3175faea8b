import type { Reach } from '../../../db/handles.ts';
import type { Deps } from '../../../server/deps.ts';
import { service } from '../../../server/services.ts';
import { assertGrantRoom, assertPlanRoom, clientsOfGrant, connectClients, disconnectClient } from './clients.ts';
import { tryAgain } from './grants.ts';
import { readOfGrants } from './list.ts';
import { type Credential, type ProvedConnection, proveAll, type WantedConnection } from './prove-all.ts';

/**
 * The connections of the clients that an operator reaches, with one grant: handlers of the operator have no handle that
 * reads several clients.
 */
export const operatorConnections = service((deps: Deps) => (reach: Reach) => ({
  ofGrants: (grantIds: string[]) => readOfGrants(deps, reach, grantIds),
  clientsOf: (grantId: string, clientId?: string) => clientsOfGrant(deps, reach, grantId, clientId),
  /** Whether the grant reads for clients that the operator does not reach. */
  isForOthers: async (grantId: string) =>
    (await clientsOfGrant(deps, 'all', grantId)).length > (await clientsOfGrant(deps, reach, grantId)).length,
  assertGrantRoom: (grantId: string | undefined, more: number) => assertGrantRoom(deps, reach, grantId, more),
  assertPlanRoom: (wanted: WantedConnection[]) => assertPlanRoom(deps, wanted),
  prove: (credential: Credential, wanted: WantedConnection[]) => proveAll(deps, credential, wanted),
  connect: (grantId: string, proved: ProvedConnection[]) => connectClients(deps, grantId, proved),
  disconnect: (grantId: string, clientId: string) => disconnectClient(deps, grantId, clientId),
  tryAgain: (grantId: string) => tryAgain(deps, reach, grantId),
}));
