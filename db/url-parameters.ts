import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { z } from 'zod';

// The parameters of a database URL, as libpq and the consoles of managed databases and poolers write them. The driver
// would send those it does not know to the server, which refuses the connection.

const WORDS = { true: true, 1: true, on: true, false: false, 0: false, off: false } as Record<string, boolean>;
const flag = z.string().refine((word) => word in WORDS, 'must be true or false');
const file = z.string().transform((path, { addIssue }) => {
  try {
    return readFileSync(path);
  } catch {
    addIssue('must name a file that can be read');
    return z.NEVER;
  }
});
const tls = z.enum(['TLSv1.2', 'TLSv1.3'], 'must be TLSv1.2 or TLSv1.3');
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
const text = z.string();

const Parameters = z
  .strictObject({
    sslmode: z.enum([...SSL_MODES, 'no-verify'], `must be one of ${SSL_MODES.join(', ')}`),
    ssl: z.enum([...Object.keys(WORDS), ...SSL_MODES, 'no-verify'], 'must be true or false'),
    sslrootcert: z.union([z.literal('system'), file], 'must be system, or name a file that can be read'),
    sslcert: file,
    sslkey: file,
    sslpassword: text,
    ssl_min_protocol_version: tls,
    ssl_max_protocol_version: tls,
    sslnegotiation: z.enum(['postgres', 'direct'], 'must be postgres or direct'),
    // A directory is that of a socket.
    host: text,
    port: z.string().regex(/^\d{1,5}$/, 'must be a number'),
    user: text,
    password: text,
    dbname: text,
    application_name: text,
    options: text,
    target_session_attrs: text,
    // A pooler that keeps no prepared statements, as the libraries of other languages are told.
    pgbouncer: flag,
    prepared_statements: flag,
    statement_cache_size: text,
    prepareThreshold: text,
    schema: z.literal('public', 'must be public: the tables are there'),
    client_encoding: z.string().regex(/^(auto|utf-?8|unicode)$/i, 'must be UTF8'),
  })
  .partial();

/** What has no meaning here: bounds and pools are the portal's own, and the driver binds no channels. */
const WITHOUT_EFFECT =
  /^(channel_binding|connect_timeout|keepalives(_idle|_interval|_count)?|tcp_user_timeout|load_balance_hosts|gssencmode|krbsrvname|gsslib|gssdelegation|sslcompression|sslsni|fallback_application_name|connection_limit|pool_timeout|pool_size|max_pool_size|socket_timeout|supa|workaround|uselibpqcompat)$/;

type Known = z.output<typeof Parameters>;

const read = (query: string | undefined) =>
  Parameters.safeParse(
    Object.fromEntries([...new URLSearchParams(query)].filter(([name]) => !WITHOUT_EFFECT.test(name))),
  );

/** What is wrong with the parameters, in half a sentence that quotes no value; undefined for nothing. */
export function parameterFault(query: string | undefined): string | undefined {
  const [issue] = read(query).error?.issues ?? [];
  if (!issue) return undefined;
  if (issue.code !== 'unrecognized_keys') return `has a wrong ${issue.path.join('.')}: it ${issue.message}`;
  const names = issue.keys.map((name) => name.replaceAll(/[^\w.-]/g, '?').slice(0, 40)).join(', ');
  return `has parameters that the portal does not know: ${names}. Settings of the server go into options=-c%20name=value`;
}

/** The mode that the parameters ask for. A root certificate is checked whatever the mode, as libpq does. */
function modeOf({ sslmode, ssl, sslrootcert }: Known) {
  const word = sslmode ?? ssl ?? 'disable';
  const mode = word in WORDS ? (WORDS[word] ? 'require' : 'disable') : word;
  if (sslrootcert === 'system') return 'verify-full';
  return sslrootcert && (mode === 'require' || mode === 'no-verify') ? 'verify-ca' : mode;
}

function tlsOf(known: Known): false | 'prefer' | ConnectionOptions {
  const mode = modeOf(known);
  if (mode === 'disable') return false;
  if (mode === 'allow' || mode === 'prefer') return 'prefer';
  const { sslrootcert, sslcert, sslkey, sslpassword, ssl_min_protocol_version, ssl_max_protocol_version } = known;
  return {
    rejectUnauthorized: mode.startsWith('verify'),
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
    ...(Buffer.isBuffer(sslrootcert) && { ca: sslrootcert }),
    ...(sslcert && { cert: sslcert }),
    ...(sslkey && { key: sslkey }),
    ...(sslpassword && { passphrase: sslpassword }),
    ...(ssl_min_protocol_version && { minVersion: ssl_min_protocol_version }),
    ...(ssl_max_protocol_version && { maxVersion: ssl_max_protocol_version }),
  };
}

const hasNoPrepared = ({ pgbouncer, prepared_statements, statement_cache_size, prepareThreshold }: Known) =>
  (pgbouncer !== undefined && WORDS[pgbouncer]) ||
  (prepared_statements !== undefined && !WORDS[prepared_statements]) ||
  statement_cache_size === '0' ||
  prepareThreshold === '0';

/** The driver's options for the parameters, and whether statements may be prepared. */
export function connectionParameters(query: string | undefined) {
  const known: Known = read(query).data ?? {};
  const { host, port, user, password, dbname, application_name, options, sslnegotiation } = known;
  return {
    host,
    prepare: !hasNoPrepared(known),
    startup: { ...(application_name && { application_name }), ...(options && { options }) },
    driver: {
      ssl: tlsOf(known),
      ...(sslnegotiation === 'direct' && { sslnegotiation }),
      ...(host?.startsWith('/') && { path: `${host}/.s.PGSQL.${port ?? 5432}` }),
      ...(user && { user }),
      ...(password && { pass: password }),
      ...(dbname && { database: dbname }),
    },
  };
}
