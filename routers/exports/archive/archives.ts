import { randomBytes } from 'node:crypto';
import { ARCHIVE } from '../../../server/files/kinds.ts';
import { openStore } from '../../../server/files/store.ts';
import { service } from '../../../server/services.ts';
import { filenameOf, ownerOf } from '../file-names.ts';

interface Stored {
  file: string;
  createdAt: Date;
  expiresAt: Date;
}

/** The archives of clients, beside their reports. */
export const archives = service(({ env }) => {
  const store = openStore(env, ARCHIVE);
  return {
    ...store,
    /** A new name that nobody can guess, and that is found by its client. */
    newFile: (clientId: string) => `${ownerOf(env.SIGNING_KEY, clientId)}${randomBytes(20).toString('base64url')}`,
    /** The address of an archive until it expires. */
    linkTo: ({ file, createdAt, expiresAt }: Stored, name: string) =>
      store.urlOf(file, filenameOf(ARCHIVE, 'export', name, createdAt.toISOString().slice(0, 10)), expiresAt),
    /** Deletes the archives of a client. */
    erase: (clientId: string) => store.removeAll(ownerOf(env.SIGNING_KEY, clientId)),
  };
});
