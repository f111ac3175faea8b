import type { Domain } from '../../server/domain.ts';
import { minutes, seconds } from '../../server/durations.ts';
import { sealedColumn } from '../../server/identity/sealed-places.ts';
import { startDemoTools } from './demo.ts';
import { googleCallback } from './google/callback.ts';
import { googleDiagnosis } from './google/diagnosis.ts';
import { notifyFailed } from './notify-failed.ts';
import { connectionSyncer } from './sync/syncer.ts';

const KEY = ['client_id', 'id'];

export const connectionsDomain: Domain = {
  sealed: [
    sealedColumn('connection-credential', 'connections', 'sealed_credential', KEY),
    sealedColumn('connection-credential', 'connection_grants', 'sealed_tokens', KEY),
    sealedColumn('connection-credential', 'operator_grants', 'sealed_credential', ['id']),
  ],
  routes: googleCallback,
  sweeps: (deps) => [
    { what: 'connections that are due', every: seconds(1), run: () => deps.use(connectionSyncer).syncDue() },
    { what: 'connections that fail', every: minutes(0.5), run: () => notifyFailed(deps) },
  ],
  diagnoses: [googleDiagnosis],
  companion: startDemoTools,
};
