import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../free-port.ts';

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'];
const TIMEOUT = 10_000;

const pathOf = (program: string) => FOLDERS.map((folder) => join(folder, program)).find(existsSync);

/** Those of some programs that are not installed. */
export const missing = (...programs: string[]) => programs.filter((program) => !pathOf(program));

async function accepts(port: number) {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

/** Runs a program until it is disposed of, and waits until it accepts connections. */
async function serve(program: string, args: string[], port: number) {
  const child = spawn(pathOf(program) ?? program, args, { stdio: ['ignore', 'ignore', 2] });
  const gone = once(child, 'exit');
  for (const began = performance.now(); !(await accepts(port)); await pause(50))
    if (child.exitCode !== null || performance.now() - began > TIMEOUT) throw new Error(`${program} did not start.`);
  return async () => {
    child.kill('SIGTERM');
    await gone;
  };
}

/** A Redis server that keeps nothing. */
export async function openRedis() {
  const port = await freePort();
  const stop = await serve('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], port);
  return { url: `redis://127.0.0.1:${port}`, [Symbol.asyncDispose]: stop };
}

/**
 * The configuration of docs/scaling.md: unready portals get no requests, and reads that fail on a dead one are retried.
 */
const configuration = (port: number, portals: number[]) => `
global
  maxconn 1000
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 2s
frontend web
  bind 127.0.0.1:${port}
  default_backend portals
backend portals
  balance roundrobin
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response
  http-request disable-l7-retry unless METH_GET
  option httpchk GET /readyz
  default-server check inter 1s fall 2 rise 1 observe layer4 error-limit 3 on-error mark-down
${portals.map((portal, n) => `  server portal${n} 127.0.0.1:${portal}`).join('\n')}
`;

async function haproxy(port: number, settings: string) {
  const folder = await mkdtemp(join(tmpdir(), 'haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, settings);
  const stop = await serve('haproxy', ['-db', '-q', '-f', file], port);
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** HAProxy before some portals. */
export const openHaproxy = (port: number, portals: number[]) => haproxy(port, configuration(port, portals));

/**
 * HAProxy as `ops/proxy` has it before one portal: without TLS, and believing what callers say of their address, as all
 * of them are on this machine.
 */
export async function openShippedHaproxy(portal: string) {
  const port = await freePort();
  const settings = await readFile(new URL('../../ops/proxy/haproxy.cfg', import.meta.url), 'utf8');
  const lines = settings
    .replace('bind :80\n', `bind 127.0.0.1:${port}\n`)
    .replace('server portal1 127.0.0.1:3000', `server portal1 ${new URL(portal).host}`)
    .replace('log stdout format raw local0 info', 'log stdout format raw local0 emerg')
    .split('\n')
    .filter((line) => !/bind :443|redirect scheme|set-header X-Forwarded-For|Strict-Transport/.test(line));
  return haproxy(port, lines.join('\n'));
}
