import type { Connection } from './connection.ts';

const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(\/[^?]*)?(?:\?(.*))?$/;
const STATE = 'target_session_attrs';

/**
 * The servers of a URL that may list several hosts, `postgres://user@one,two:5433/name`, as one URL each. The parameter
 * target_session_attrs is left out: of several servers always the one that accepts changes is used.
 */
export function hostsOf(url: string): string[] {
  const [, start = '', hosts = '', path = '', query = ''] = URL_PARTS.exec(url) ?? [];
  const others = query.split('&').filter((part) => part && !part.startsWith(`${STATE}=`));
  const end = others.length > 0 ? `?${others.join('&')}` : '';
  return hosts.split(',').map((host) => `${start}${host}${path}${end}`);
}

const STATES = { primary: /^(read-write|primary|)$/, standby: /^(read-only|standby|)$/ };

/** Whether each host is written correctly, and servers are asked for that accept changes, or for a replica that do not. */
export function isDatabaseUrl(url: string, part: keyof typeof STATES = 'primary'): boolean {
  const state = new URLSearchParams(URL_PARTS.exec(url)?.[4]).get(STATE);
  return (
    URL_PARTS.test(url) &&
    hostsOf(url).every((one) => URL.canParse(one) && new URL(one).hostname) &&
    STATES[part].test(state ?? '')
  );
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
