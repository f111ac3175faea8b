import type { Socket } from 'node:net';

/** The connections of a network, each in the order in which it became so: the first has been so for the longest time. */
interface Holder {
  network: string;
  size: number;
  quiet: Set<Socket>;
  /** Those that wait for answers. */
  waiting: Set<Socket>;
}

/** A connection that is counted. */
interface Held {
  /** Of a proxy there is none: many callers share its connections. */
  holder: Holder | undefined;
  requests: number;
}

/** While no network holds more than this part of all, a connection that has sent no whole request makes room before all others. */
const FEW = 1 / 500;

/**
 * Shares `most` connections among networks, max-min fair: when all are taken, one of the network that holds most makes
 * room for one of a network that holds fewer. Everything takes constant time, as strangers may connect by the thousand
 * in a second.
 */
export function connectionShares(most: number) {
  const networks = new Map<string, Holder>();
  // By the number of their connections, so that the largest is found without a search.
  const levels: Set<Holder>[] = [];
  const connections = new Map<Socket, Held>();
  // Those without a whole request so far, the oldest first.
  const silent = new Set<Socket>();
  let largest = 0;

  function levelOf(size: number) {
    const level = levels[size] ?? new Set();
    levels[size] = level;
    return level;
  }

  function resize(holder: Holder, by: 1 | -1) {
    levels[holder.size]?.delete(holder);
    holder.size += by;
    if (holder.size === 0) networks.delete(holder.network);
    else levelOf(holder.size).add(holder);
    if (holder.size > largest) largest = holder.size;
    else if (levels[largest]?.size === 0) largest--;
  }

  function holderOf(network: string) {
    const known = networks.get(network);
    if (known) return known;
    const holder: Holder = { network, size: 0, quiet: new Set(), waiting: new Set() };
    networks.set(network, holder);
    return holder;
  }

  function release(socket: Socket) {
    const held = connections.get(socket);
    if (!held) return;
    connections.delete(socket);
    silent.delete(socket);
    if (!held.holder) return;
    held.holder.quiet.delete(socket);
    held.holder.waiting.delete(socket);
    resize(held.holder, -1);
  }

  /** Of the largest network the connection that has been quiet for the longest time, else one that waits. */
  function leastOfLargest() {
    const [holder] = levels[largest] ?? [];
    const [socket] = holder && holder.quiet.size > 0 ? holder.quiet : (holder?.waiting ?? []);
    return socket;
  }

  /**
   * Closes a connection for one of a network that holds `own`. Against thousands of networks with a few each, whose share
   * would be one connection, those count that have been used.
   */
  function makeRoom(own: number): boolean {
    const [unused] = largest <= FEW * most ? silent : [];
    const socket = unused ?? (own < largest ? leastOfLargest() : undefined);
    if (!socket) return false;
    release(socket);
    socket.destroy();
    return true;
  }

  return {
    /** Counts a new connection, unless its network has its share. `network` is undefined for a proxy. */
    admit(socket: Socket, network: string | undefined): boolean {
      const own = network === undefined ? 0 : (networks.get(network)?.size ?? 0);
      if (own >= most / 2) return false;
      if (connections.size >= most && !makeRoom(own)) return false;
      const holder = network === undefined ? undefined : holderOf(network);
      connections.set(socket, { holder, requests: 0 });
      holder?.quiet.add(socket);
      if (holder) silent.add(socket);
      if (holder) resize(holder, 1);
      socket.once('close', () => release(socket));
      return true;
    },
    /** Notes that a connection waits for one more answer. */
    begin(socket: Socket) {
      const held = connections.get(socket);
      if (!held || held.requests++ > 0) return;
      held.holder?.quiet.delete(socket);
      held.holder?.waiting.add(socket);
    },
    /** Notes that a request has arrived with its body. */
    arrived(socket: Socket) {
      silent.delete(socket);
    },
    /** Notes that a connection got an answer. */
    end(socket: Socket) {
      silent.delete(socket);
      const held = connections.get(socket);
      if (!held || held.requests === 0 || --held.requests > 0) return;
      held.holder?.waiting.delete(socket);
      held.holder?.quiet.add(socket);
    },
  };
}
