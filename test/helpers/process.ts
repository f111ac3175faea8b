import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import { freshDatabase } from './database.ts';
import { run, type Variables } from './spawn.ts';

export type PortalProcess = Awaited<ReturnType<typeof startPortal>>;

// Each test worker takes ports in a range of its own, one after the other: a server starts to listen only seconds
// later.
const PORTS = 1_000;
const firstPort = 20_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 12) * PORTS;
let ports = randomInt(PORTS);

/** A free port below the range of outgoing connections, which no other test of this run takes. */
export async function freePort(): Promise<number> {
  const port = firstPort + (ports++ % PORTS);
  const server = createServer().listen(port, '127.0.0.1');
  const free = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  return free ? port : freePort();
}

/** Starts portal/start.js, optionally of another checkout, with exactly these variables, without waiting. */
export function launch(variables: Variables, project?: string) {
  const { child, ...portal } = run('portal/start.js', variables, project);
  const log = () =>
    portal.said.stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    ...portal,
    pid: child.pid ?? 0,
    /** The log entries. */
    log,
    /** The last output, after it has ended. */
    causeOfDeath: () =>
      child.exitCode === null && child.signalCode === null
        ? undefined
        : (log().find(({ level }) => level === 60) ?? {
            code: child.exitCode,
            signal: child.signalCode,
            last: log().at(-1),
            stderr: portal.said.stderr,
          }),
  };
}

/** Starts a portal on a free port and waits until it listens. Kill it when done. */
export async function startPortal(variables: Variables, project?: string) {
  const port = await freePort();
  const portal = launch({ PORT: String(port), ...variables }, project);
  const listening = vi.waitFor(
    () => {
      if (!portal.said.stdout.includes('listens on')) throw new Error('The portal does not listen.');
    },
    { timeout: 60_000, interval: 20 },
  );
  const early = portal.ended.then(() => {
    throw new Error(`The portal ended while starting: ${portal.said.stderr}${portal.said.stdout}`);
  });
  await Promise.race([listening, early]);
  early.catch(() => {});

  const url = `http://127.0.0.1:${port}`;
  return {
    ...portal,
    port,
    url,
    visitor: () => caller(url, { 'x-forwarded-for': address() }),
    /** A caller from the machine itself, who may read metrics. */
    local: caller(url),
  };
}

// The bundled insights service takes a third of a start, so only tests that need it start it.
const NOBODY_TO_ASK = { INSIGHTS_URL: 'http://127.0.0.1:9', INSIGHTS_SECRET: randomBytes(32).toString('base64') };

/** A migrated database and a configuration for consecutive portals, optionally with bundled insights. */
export async function freshHome({ insights = false } = {}) {
  const { variables, drop } = await freshDatabase();
  const roomy = {
    SEED_DEMO: 'false',
    RATE_LIMIT_PER_MINUTE: '1000000',
    RATE_LIMIT_PER_CLIENT: '1000000',
    INGEST_MIB_PER_DAY: '0',
    TRUST_PROXY: '127.0.0.1',
  };
  return { variables: { ...roomy, ...(!insights && NOBODY_TO_ASK), ...variables } as Variables, drop };
}

/** The variables of a database and configuration for this test only. */
export async function homeForThisTest(how?: Parameters<typeof freshHome>[0]) {
  const { variables, drop } = await freshHome(how);
  onTestFinished(async () => void (await drop()));
  return variables;
}

/** A running portal for this test only. */
export async function portalProcess(variables: Variables, project?: string) {
  const portal = await startPortal(variables, project);
  onTestFinished(() => portal.kill());
  return portal;
}

const octet = () => randomInt(1, 255);
const address = () => `10.${octet()}.${octet()}.${octet()}`;

/** Sends JSON to a portal over a real socket, with a timeout of 30 seconds. */
function caller(base: string, standing: Variables = {}) {
  const send = async (method: string, path: string, body?: unknown, headers: Variables = {}) => {
    const json = body !== undefined && { 'content-type': 'application/json' };
    const response = await fetch(base + path, {
      method,
      headers: { ...standing, ...json, ...headers },
      signal: AbortSignal.timeout(30_000),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
  };
  return {
    get: (path: string, headers?: Variables) => send('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Variables) => send('POST', path, body, headers),
    as: (headers: Variables) => caller(base, { ...standing, ...headers }),
  };
}

/** Registers an organization with an administrator and a pipeline. */
export async function settle({ visitor }: Pick<PortalProcess, 'visitor'>) {
  const stranger = visitor();
  const account = { email: `${randomUUID()}@example.com`, password: `a password ${randomUUID()}` };
  const response = await stranger.post('/api/auth/register', account);
  if (response.status !== 201) throw new Error(`Registration failed: ${response.text}`);

  const cookie = response.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const person = stranger.as({ cookie });
  const pipelineOf = await person.post('/api/auth/org/api-keys', { name: 'Pipeline', scopes: ['ingest'] });
  if (pipelineOf.status !== 201) throw new Error(`No API key was created: ${pipelineOf.text}`);
  const { key } = pipelineOf.json() as { key: string };
  return { ...account, cookie, key, person, pipeline: stranger.as({ authorization: `Bearer ${key}` }) };
}

/** The child processes of a process, from the process table. */
export function childrenOf(pid: number) {
  const parentOf = (name: string) => {
    try {
      return Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
    } catch {
      return undefined;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
}

/** Whether a process with this id exists. */
export function isAlive(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
