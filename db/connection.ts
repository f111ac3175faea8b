import postgres from 'postgres';

type Options = NonNullable<Parameters<typeof postgres>[1]>;
type Statement = ReturnType<postgres.ReservedSql['unsafe']>;

const LIFETIME = 30 * 60 * 1000;
const OPENING_TIMEOUT = 5000;

/** One connection to PostgreSQL. Once lost it is never reopened. */
export interface Connection {
  /** Sends a statement. Statements sent without awaiting share a round trip; each text is prepared once. */
  send: (query: string, parameters?: unknown[]) => Statement;
  usable: () => boolean;
  close: () => void;
  /**
   * Called once when the connection is lost or closed. The driver never settles a statement that waited for the
   * description of another: a caller must not rely on its statements alone.
   */
  onlost: ((error: Error) => void) | undefined;
}

const connectionLost = () =>
  Object.assign(new Error('The connection to the database was lost.'), { code: 'CONNECTION_CLOSED' });

/**
 * Opens a single connection. The driver's own pool is not used: it writes to lost connections, which no caller can
 * catch, and may answer a statement with the startup result of a connection that is still opening.
 *
 * @throws an error with the code of the cause, for one CONNECTION_DESTROYED after OPENING_TIMEOUT
 */
export async function openConnection(url: string, options: Options): Promise<Connection> {
  let open = true;
  let made: Connection | undefined;
  const onclose = () => {
    open = false;
    made?.onlost?.(connectionLost());
  };
  const sql = postgres(url, {
    ...options,
    max: 1,
    fetch_types: false,
    max_lifetime: null,
    onnotice: () => {},
    onclose,
  });
  const close = () => {
    onclose();
    sql.end({ timeout: 0 }).catch(() => {});
  };

  const limit = setTimeout(close, OPENING_TIMEOUT);
  try {
    await sql.unsafe('select 1');
    const connection = await sql.reserve();
    const expiresAt = Date.now() + LIFETIME;
    made = {
      onlost: undefined,
      send(query, parameters = []) {
        if (!open) throw connectionLost();
        return connection.unsafe(query, parameters as never[], { prepare: parameters.length > 0 });
      },
      usable: () => open && Date.now() < expiresAt,
      close,
    };
    return made;
  } catch (error) {
    close();
    throw error;
  } finally {
    clearTimeout(limit);
  }
}
