import type { Deps } from '../../../server/deps.ts';
import { service } from '../../../server/services.ts';
import { assertGrantRoom, assertPlanRoom, clientsOfGrant, connectClient, disconnectClient } from './clients.ts';
import { tryAgain } from './grants.ts';
import { readOfGrants } from './list.ts';
import { type Credential, type ProvedConnection, proveAll, type WantedConnection } from './prove-all.ts';

/** The connections of many clients with one grant: handlers of the operator have no handle that reads all clients. */
export const operatorConnections = service((deps: Deps) => ({
  ofGrants: (grantIds: string[]) => readOfGrants(deps, grantIds),
  clientsOf: (grantId: string, clientId?: string) => clientsOfGrant(deps, grantId, clientId),
  assertGrantRoom: (grantId: string | undefined, more: number) => assertGrantRoom(deps, grantId, more),
  assertPlanRoom: (wanted: WantedConnection[]) => assertPlanRoom(deps, wanted),
  prove: (credential: Credential, wanted: WantedConnection[]) => proveAll(deps, credential, wanted),
  connect: (grantId: string, proved: ProvedConnection) => connectClient(deps, grantId, proved),
  disconnect: (grantId: string, clientId: string) => disconnectClient(deps, grantId, clientId),
  tryAgain: (grantId: string) => tryAgain(deps, grantId),
}));
