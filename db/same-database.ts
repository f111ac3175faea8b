import type { Connection } from './connection.ts';

/** The role and the database of a session: the same on a server and its standbys, and nowhere else. */
export const IDENTITY = `select session_user || ' ' || oid || ' ' || system_identifier as identity
  from pg_database, pg_control_system() where datname = current_database()`;

const another = (cause?: unknown) =>
  Object.assign(new Error('It is no replica of DATABASE_URL for the same role and database.', { cause }), {
    code: 'OTHER_DATABASE',
  });

/**
 * Opens connections that lead to the database of `own`, as the same role, which has passed the checks of the start.
 *
 * @throws OTHER_DATABASE
 */
export const sameAs = (own: () => Promise<unknown>, open: (server: string) => Promise<Connection>) => {
  return async (server: string) => {
    const connection = await open(server);
    try {
      const [expected, found] = await Promise.all([own(), connection.send(IDENTITY).catch((error) => error)]);
      if (found instanceof Error || found[0]?.identity !== expected) throw another(found);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  };
};
