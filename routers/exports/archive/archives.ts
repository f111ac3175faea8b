import { randomBytes } from 'node:crypto';
import { ARCHIVE } from '../../../server/files/kinds.ts';
import { linkBase, signLink } from '../../../server/files/links.ts';
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
  const nameOf = (name: string, createdAt: Date) =>
    filenameOf(ARCHIVE, 'export', name, createdAt.toISOString().slice(0, 10));
  return {
    ...store,
    /** A new name that nobody can guess, and that is found by its client. */
    newFile: (clientId: string) => `${ownerOf(env.SIGNING_KEY, clientId)}${randomBytes(20).toString('base64url')}`,
    /** The address of an archive until it expires, for operators: it opens whatever the status of the client. */
    linkTo: ({ file, createdAt, expiresAt }: Stored, name: string) =>
      store.urlOf(file, nameOf(name, createdAt), expiresAt),
    /** The address for members: it leads through the portal also to a bucket, which knows nothing of suspensions. */
    linkForMembers({ file, createdAt, expiresAt }: Stored, name: string) {
      const link = { file, filename: nameOf(name, createdAt), expires: Math.floor(expiresAt.getTime() / 1000) };
      return `${linkBase(env)}/${signLink(env.SIGNING_KEY, link, 'members')}`;
    },
    /** Deletes the archives of a client. */
    erase: (clientId: string) => store.removeAll(ownerOf(env.SIGNING_KEY, clientId)),
  };
});
