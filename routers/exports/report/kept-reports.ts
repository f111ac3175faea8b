import { randomBytes } from 'node:crypto';
import { KEPT_REPORT } from '../../../server/files/kinds.ts';
import { openStore } from '../../../server/files/store.ts';
import { service } from '../../../server/services.ts';
import { ownerOf } from '../file-names.ts';

/** The reports that were sent or wait for it, byte for byte as they were printed. */
export const keptReports = service(({ env }) => {
  const store = openStore(env, KEPT_REPORT);
  return {
    ...store,
    /** Stores a report under a new name that nobody can guess, and that is found by its client. */
    async keep(clientId: string, pdf: Buffer) {
      const file = `${ownerOf(env.SIGNING_KEY, clientId)}${randomBytes(20).toString('base64url')}`;
      await store.put(file, pdf);
      return file;
    },
    /** Deletes the reports of a client. */
    erase: (clientId: string) => store.removeAll(ownerOf(env.SIGNING_KEY, clientId)),
  };
});
