import postgres from 'postgres';

type Options = NonNullable<Parameters<typeof postgres>[1]>;
type Statement = ReturnType<postgres.ReservedSql['unsafe']>;

const LIFETIME = 30 * 60 * 1000;

/** One connection to PostgreSQL. Once lost it is never reopened. */
export interface Connection {
  /** Sends a statement. Statements sent without awaiting share a round trip; each text is prepared once. */
  send: (query: string, parameters?: unknown[]) => Statement;
  usable: () => boolean;
  close: () => void;
}

const connectionLost = () =>
  Object.assign(new Error('The connection to the database was lost.'), { code: 'CONNECTION_CLOSED' });

/**
 * Opens a single connection. The driver's own pool is not used: it writes to lost connections, which no caller can
 * catch, and may answer a statement with the startup result of a connection that is still opening.
 */
export async function openConnection(url: string, options: Options): Promise<Connection> {
  let open = true;
  const onclose = () => {
    open = false;
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
    open = false;
    sql.end({ timeout: 0 }).catch(() => {});
  };

  try {
    await sql.unsafe('select 1');
    const connection = await sql.reserve();
    const expiresAt = Date.now() + LIFETIME;
    return {
      send(query, parameters = []) {
        if (!open) throw connectionLost();
        return connection.unsafe(query, parameters as never[], { prepare: parameters.length > 0 });
      },
      usable: () => open && Date.now() < expiresAt,
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
