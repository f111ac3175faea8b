import type { Connection } from './connection.ts';
import { connectionParameters, parameterFault } from './url-parameters.ts';

const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(\/[^?]*)?(?:\?(.*))?$/;

const partsOf = (url: string) => {
  const [, start = '', hosts = '', path = '', query] = URL_PARTS.exec(url) ?? [];
  const { host } = connectionParameters(query);
  // A socket needs no name, but the driver's URL does.
  return { start, hosts: hosts || (host?.startsWith('/') ? 'localhost' : (host ?? '')), path, query };
};

/**
 * The servers of a URL that may list several hosts, `postgres://user@one,two:5433/name`, as one URL each, without the
 * parameters.
 */
export function hostsOf(url: string): string[] {
  const { start, hosts, path } = partsOf(url);
  return hosts.split(',').map((host) => `${start}${host}${path}`);
}

/** What the parameters of a URL ask of its connections. */
export const parametersOf = (url: string) => connectionParameters(partsOf(url).query);

// Of several servers always the one that accepts changes is used, and for a replica one that does not.
const STATES = { primary: /^(any|read-write|primary|)$/, standby: /^(any|read-only|standby|prefer-standby|)$/ };
const WANTED = { primary: 'read-write', standby: 'standby' };

/** What is wrong with the URL of a database that accepts changes, or of its replica, in half a sentence. */
export function databaseUrlFault(url: string, part: keyof typeof STATES = 'primary'): string | undefined {
  if (!URL_PARTS.test(url)) return 'must be a postgres:// URL';
  const { query } = partsOf(url);
  const fault = parameterFault(query);
  if (fault) return fault;
  if (!hostsOf(url).every((one) => URL.canParse(one) && new URL(one).hostname)) return 'must name its hosts as URLs do';
  const state = new URLSearchParams(query).get('target_session_attrs') ?? '';
  return STATES[part].test(state) ? undefined : `must have target_session_attrs=${WANTED[part]} if it has any`;
}

type Open = (server: string) => Promise<Connection>;

/** Opens connections to the first of several servers that suits, beginning with the last that did. */
function oneOf(servers: string[], open: Open, suits: (connection: Connection) => boolean, none: () => Error) {
  let latest = 0;
  return async () => {
    const first = latest;
    let failure: unknown;
    for (let tried = 0; tried < servers.length; tried++) {
      const at = (first + tried) % servers.length;
      try {
        const connection = await open(servers[at] ?? '');
        if (suits(connection)) {
          latest = at;
          return connection;
        }
        connection.close();
        failure = none();
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };
}

const onlyStandbys = () =>
  Object.assign(new Error('No server of the database accepts changes.'), { code: '25006' as const });

/**
 * Opens connections to the one of several servers that accepts changes. A single server is taken as it is.
 *
 * @throws the error of the last server tried; 25006 if that is a standby
 */
export const primaryOf = (servers: string[], open: Open) =>
  oneOf(servers, open, ({ standby }) => servers.length === 1 || !standby, onlyStandbys);

/** The code of a server that is no standby: it has changes of its own, or will have. */
export const NO_STANDBY = 'NO_STANDBY';
export const noStandby = () =>
  Object.assign(new Error('It accepts changes, so it is no replica.'), { code: NO_STANDBY });

/** Opens connections to a standby. @throws the error of the last server tried; NO_STANDBY if that accepts changes */
export const standbyOf = (servers: string[], open: Open) => oneOf(servers, open, ({ standby }) => standby, noStandby);
