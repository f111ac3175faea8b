import postgres from 'postgres';

type Options = NonNullable<Parameters<typeof postgres>[1]>;
type Statement = ReturnType<postgres.ReservedSql['unsafe']>;

/** The scope of a new connection: its login role and no client. */
export const UNSCOPED = 'unscoped';

/**
 * The first statement of a connection. Parallel workers would let one statement of a client take all processors of the
 * server. They are turned off here and not by a startup parameter, which a pooler would have to know.
 */
const FIRST = `select pg_backend_pid() as pid, pg_is_in_recovery() as standby,
  set_config('max_parallel_workers_per_gather', '0', false)`;

const LIFETIME = 30 * 60 * 1000;
const OPENING_TIMEOUT = 5000;

/** One connection to PostgreSQL. Once lost it is never reopened. */
export interface Connection {
  /** Sends a statement. Statements sent without awaiting share a round trip; each text is prepared once. */
  send: (query: string, parameters?: unknown[]) => Statement;
  /** Whether all its statements, and no others, run in one session: what is set for the session lasts. */
  readonly ownSession: boolean;
  /** Whether the server was a standby, which accepts no changes, when the connection was opened. */
  readonly standby: boolean;
  /** The scope of its session; undefined while that is unknown. */
  scope: string | undefined;
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

interface Sharing {
  /** Whether the session is also that of other connections. Default: false. */
  shared?: boolean;
  /** Whether statements with parameters are prepared once. Default: true. */
  prepare?: boolean;
}

/**
 * Opens a single connection. The driver's own pool is not used: it writes to lost connections, which no caller can
 * catch, and may answer a statement with the startup result of a connection that is still opening.
 *
 * @throws an error with the code of the cause, for one CONNECTION_DESTROYED after OPENING_TIMEOUT
 */
export async function openConnection(
  url: string,
  options: Options,
  { shared = false, prepare = true }: Sharing = {},
): Promise<Connection> {
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
    // A connection that was closed in a transaction, after a timeout, has left it to the next one.
    if (shared) await sql.unsafe('rollback');
    const answer = await sql.unsafe(FIRST);
    const connection = await sql.reserve();
    const expiresAt = Date.now() + LIFETIME;
    made = {
      onlost: undefined,
      // A pooler, which may send each transaction to another session, states a process id of its own.
      ownSession: !shared && answer[0]?.pid === answer.state.pid,
      standby: answer[0]?.standby === true,
      scope: UNSCOPED,
      send(query, parameters = []) {
        if (!open) throw connectionLost();
        return connection.unsafe(query, parameters as never[], { prepare: prepare && parameters.length > 0 });
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
