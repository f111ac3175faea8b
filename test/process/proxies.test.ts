import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, connect as connectPlain } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';
import { eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sessions, users } from '../../db/schema/index.ts';
import { folderForThisTest } from '../helpers/folder.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { freePort } from '../helpers/process.ts';

const portal = portalForThisFile();

const read = (name: string) => readFile(`ops/proxy/${name}`, 'utf8');
const versionOf = (program: string, ...args: string[]) => {
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return `${stdout ?? ''}${stderr ?? ''}`;
};

/** Where a proxy of a test listens and sends to; its certificate is signed by itself. */
interface Place {
  folder: string;
  http: number;
  https: number;
  portal: number;
}

async function place(port: number): Promise<Place> {
  const folder = await folderForThisTest();
  const [key, certificate] = [join(folder, 'portal.key'), join(folder, 'portal.crt')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', [...made, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  await writeFile(join(folder, 'portal.pem'), (await readFile(certificate)) + String(await readFile(key)));
  return { folder, http: await freePort(), https: await freePort(), portal: port };
}

/** The file of a proxy with the ports and certificate of a test. It fails where it names one of these no more. */
function adapted(file: string, changes: [string | RegExp, string][]) {
  for (const [what] of changes) expect(file).toMatch(what);
  return changes.reduce((changed, [what, by]) => changed.replaceAll(what, by), file);
}

const caddyIsOld = / ?v?2\.[0-6]\./.test(versionOf('caddy', 'version'));

const PROXIES = {
  Caddy: {
    isThere: /\d/.test(versionOf('caddy', 'version')),
    buffers: !caddyIsOld,
    async make({ folder, https, portal: port }: Place) {
      const file = join(folder, 'Caddyfile');
      const settings = '{\n\tadmin off\n\tauto_https disable_redirects\n';
      const own = adapted(await read('Caddyfile'), [
        [/^\{\n/gm, settings],
        ['{$SITE::80} {', `https://localhost:${https} {\n\ttls ${folder}/portal.crt ${folder}/portal.key`],
        ['{$PORTAL:portal:3000}', `127.0.0.1:${port}`],
      ]);
      await writeFile(file, caddyIsOld ? own.replace(/^\s*(request|response)_buffers.*\n/gm, '') : own);
      const args = ['--config', file, '--adapter', 'caddyfile'];
      return { check: ['caddy', 'validate', ...args], run: ['caddy', 'run', ...args] };
    },
  },
  HAProxy: {
    isThere: versionOf('haproxy', '-v').includes('HAProxy'),
    buffers: true,
    async make({ folder, http, https, portal: port }: Place) {
      const file = join(folder, 'haproxy.cfg');
      const own = adapted(await read('haproxy.cfg'), [
        ['bind :80\n', `bind 127.0.0.1:${http}\n`],
        ['bind :443', `bind 127.0.0.1:${https}`],
        ['/etc/haproxy/portal.pem', `${folder}/portal.pem`],
        ['127.0.0.1:3000', `127.0.0.1:${port}`],
      ]);
      await writeFile(file, own);
      return { check: ['haproxy', '-c', '-f', file], run: ['haproxy', '-db', '-f', file] };
    },
  },
  nginx: {
    isThere: versionOf('nginx', '-v').includes('nginx/'),
    buffers: true,
    async make({ folder, http, https, portal: port }: Place) {
      const file = join(folder, 'nginx.conf');
      const own = adapted(await read('nginx.conf'), [
        ['listen 80;', `listen 127.0.0.1:${http};`],
        ['listen 443', `listen 127.0.0.1:${https}`],
        [/listen \[::\].*\n/g, '\n'],
        ['/etc/nginx/portal.pem', `${folder}/portal.crt`],
        ['/etc/nginx/portal.key', `${folder}/portal.key`],
        ['127.0.0.1:3000', `127.0.0.1:${port}`],
      ]);
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      const temporary = paths.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
      const main = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;\nevents {}\n`;
      await writeFile(file, `${main}http {\naccess_log off;\n${temporary}\n${own}\n}\n`);
      return { check: ['nginx', '-t', '-c', file], run: ['nginx', '-c', file] };
    },
  },
};

const NAMES = Object.keys(PROXIES) as (keyof typeof PROXIES)[];

const accepts = async (port: number) => {
  const socket = connectPlain(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
};

/** Starts a proxy before a port, and returns how to call through it. */
async function proxyBefore(name: keyof typeof PROXIES, port: number) {
  const at = await place(port);
  const { check, run } = await PROXIES[name].make(at);
  const [checker = '', ...checked] = check;
  const { status, stderr } = spawnSync(checker, checked, { encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const [program = '', ...args] = run;
  const child = spawn(program, args, { stdio: 'ignore' });
  const gone = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await gone;
  });
  await expect.poll(() => accepts(at.https), { interval: 50, timeout: 20_000 }).toBe(true);
  const secure = { host: '127.0.0.1', port: at.https, servername: 'localhost', rejectUnauthorized: false };
  return {
    connect: () => connect(secure),
    async call(path: string, body?: object) {
      const headers = { host: 'localhost', 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' };
      const asked = request({ ...secure, path, headers, method: body ? 'POST' : 'GET' });
      asked.end(body && JSON.stringify(body));
      const [answer] = await once(asked, 'response');
      return { status: answer.statusCode, cookies: answer.headers['set-cookie'], body: await text(answer) };
    },
  };
}

describe.each(NAMES)('%s, as ops/proxy sets it up,', (name) => {
  const { isThere, buffers } = PROXIES[name];

  it.skipIf(!isThere)('passes its own check and serves a running portal, by the address of the caller', async () => {
    const url = new URL(await portal.listen());
    const proxy = await proxyBefore(name, Number(url.port));
    await expect.poll(async () => (await proxy.call('/readyz')).status).toBe(200);

    const account = { email: `${name}@example.com`.toLowerCase(), password: 'correct horse battery', orgName: name };
    const made = await proxy.call('/api/auth/register', account);
    const [session] = await portal.deps.database.accounts
      .select({ address: sessions.ipAddress })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(users.email, account.email));

    expect(made.status).toBe(201);
    expect(session?.address).toBe('127.0.0.1');
  });

  it.skipIf(!isThere || !buffers)('keeps a body that arrives slowly until it is whole', async () => {
    const arrived: string[] = [];
    const upstream = createServer((asked, answer) => {
      if (asked.url !== '/readyz') arrived.push(String(asked.url));
      asked.resume().on('end', () => answer.end('{}'));
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    onTestFinished(() => void upstream.close());
    const proxy = await proxyBefore(name, (upstream.address() as AddressInfo).port);
    await expect.poll(async () => (await proxy.call('/readyz')).status).toBe(200);

    const slow = proxy.connect();
    await once(slow, 'secureConnect');
    slow.write('POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8\r\n\r\n{"a"');
    // Time enough for a proxy that would pass it on; none is needed by one that waits.
    await pause(500);
    const whole = await proxy.call('/whole', { a: 1 });
    const before = [...arrived];
    slow.write(':1}\n');
    await expect.poll(() => arrived).toContain('/slow');
    slow.destroy();

    expect(whole.status).toBe(200);
    expect(before).toEqual(['/whole']);
  });
});
