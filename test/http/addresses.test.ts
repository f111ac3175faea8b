import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';

// The address that a login is counted by. These portals trust the proxy at 127.0.0.1, the source of `inject`.

const portal = portalForThisFile({ besideOthers: true, env: { TRUST_PROXY: '127.0.0.1, 10.9.0.0/16, fd00::/8' } });

const hex = () => randomBytes(2).toString('hex');
const byte = () => randomBytes(1)[0] ?? 0;
/** An IPv6 network of 64 bits that no other test uses. */
const network = () => `2001:db8:${hex()}:${hex()}`;
const ipv4 = () => `198.${byte()}.${byte()}.${byte()}`;

interface Sender {
  forwarded?: string;
  socket?: string;
  headers?: Record<string, string>;
}

const login = ({ forwarded, socket = '127.0.0.1', headers = {} }: Sender, payload: object) =>
  portal.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: socket,
    headers: { ...headers, ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
    payload,
  });

const spend = (sender: Sender) => login(sender, { email: `${hex()}${hex()}@example.com`, password: 'wrong' });

/** The remaining attempts of a sender; a malformed attempt does not count. */
const left = async (sender: Sender) => Number((await login(sender, {})).headers['x-ratelimit-remaining']);

describe('IPv6 addresses', () => {
  it('counts all addresses of a /64 together', async () => {
    const here = network();
    const forms = [`${here}::1`, `${here}:ffff:ffff:ffff:ffff`, `${here}:0:0:0:1`, `${here}::a:b`.toUpperCase()];

    for (const forwarded of forms) await spend({ forwarded });

    expect(await left({ forwarded: `${here}:1234:5678:9abc:def0` })).toBe(1);
    expect(await left({ forwarded: `${network()}::1` })).toBe(5);
  });

  it('counts the address of the socket by its /64 too', async () => {
    const here = network();

    await spend({ socket: `${here}::1` });

    expect(await left({ socket: `${here}::2` })).toBe(4);
  });

  it('counts an IPv4-mapped address as its IPv4 address', async () => {
    const address = ipv4();
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
    const groups = [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(':');

    await spend({ forwarded: `::ffff:${address}` });
    await spend({ forwarded: `::FFFF:${groups}` });
    await spend({ forwarded: `0:0:0:0:0:ffff:${groups}` });
    await spend({ socket: `::ffff:${address}` });

    expect(await left({ forwarded: address })).toBe(1);
    expect(await left({ forwarded: `::ffff:${ipv4()}` })).toBe(5);
  });
});

describe('X-Forwarded-For', () => {
  it.each(['203.0.113.7', '192.168.0.9', '2001:db8::7'])(
    'is ignored from %s, which is not a trusted proxy',
    async (base) => {
      const socket = base.includes(':') ? `${network()}::1` : ipv4();

      for (let attempt = 0; attempt < 3; attempt++) await spend({ socket, forwarded: ipv4() });

      expect(await left({ socket, forwarded: base })).toBe(2);
      expect(await left({ socket })).toBe(2);
    },
  );

  it('is accepted from a trusted proxy or network only', async () => {
    const forwarded = ipv4();

    for (const socket of ['127.0.0.1', '10.9.1.2', 'fd00::1', '::ffff:127.0.0.1']) await spend({ socket, forwarded });

    expect(await left({ socket: '10.9.200.200', forwarded })).toBe(1);
    expect(await left({ socket: '10.10.0.1', forwarded })).toBe(5);
  });

  it('counts by the last untrusted address, whatever the caller wrote before it', async () => {
    const real = ipv4();

    await spend({ forwarded: `${ipv4()}, ${real}` });
    await spend({ forwarded: `127.0.0.1, ${ipv4()}, ${real}` });
    await spend({ forwarded: `${ipv4()},${real}, 10.9.3.4` });
    await spend({ forwarded: ` ${real} ` });

    expect(await left({ forwarded: real })).toBe(1);
  });

  it.each(['X-Real-IP', 'X-Client-IP', 'CF-Connecting-IP', 'True-Client-IP', 'Forwarded', 'X-Forwarded-Host'])(
    'has no alternative: %s changes nothing',
    async (header) => {
      const socket = ipv4();
      const headers = { [header.toLowerCase()]: header === 'Forwarded' ? `for=${ipv4()}` : ipv4() };

      await spend({ socket, headers });

      expect(await left({ socket })).toBe(4);
    },
  );

  it.each(['unknown', 'a'.repeat(500), '1.2.3.4.5', '<script>', '300.1.1.1', '1.2.3.4:5678', '[::1]:80', ',,,', '::'])(
    'tolerates an invalid address: %s',
    async (forwarded) => {
      const response = await spend({ forwarded });

      expect([401, 429]).toContain(response.statusCode);
    },
  );
});
