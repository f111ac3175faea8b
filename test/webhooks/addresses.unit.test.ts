import type { lookup } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { postEvent } from '../../routers/webhooks/post-event.ts';
import { isPublicAddress, literalAddress, publicLookup } from '../../routers/webhooks/public-address.ts';
import { receiverForThisTest } from '../helpers/webhooks.ts';

const REFUSED = [
  ...['127.0.0.1', '127.255.255.254', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254'],
  ...['100.64.0.1', '100.127.255.255', '0.0.0.0', '0.1.2.3', '224.0.0.1', '255.255.255.255', '192.0.2.1', '198.18.0.1'],
  ...[
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
  ],
  ...['fe80::1', 'fec0::1', 'fc00::1', 'fd12::1', 'ff02::1', '2001:db8::1', '2002:7f00:1::', '2001::1', '100::1'],
];

describe('An address', () => {
  it.each(REFUSED)('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4001:82a::200e'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://[::1]/', '::1'],
    ['http://example.com/', undefined],
  ])('is recognized in %s', (url, address) => {
    expect(literalAddress(new URL(url))).toBe(address);
  });
});

it('a look-up keeps only the public addresses of an answer, in both families', async () => {
  const mixed = ((_: string, __: object, done: (error: null, found: object[]) => void) =>
    done(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::ffff:10.0.0.1', family: 6 },
      { address: '8.8.8.8', family: 4 },
      { address: '::1', family: 6 },
    ])) as unknown as typeof lookup;

  const all = await new Promise((resolve) =>
    publicLookup(mixed)('name.example', { all: true }, (_, found) => resolve(found)),
  );
  const one = await new Promise((resolve) => publicLookup(mixed)('name.example', {}, (_, found) => resolve(found)));

  expect([all, one]).toEqual([[{ address: '8.8.8.8', family: 4 }], '8.8.8.8']);
});

/** A resolver that answers with these addresses, one after the other. */
function resolver(...answers: string[]) {
  const asked: string[] = [];
  const resolve = ((name: string, _: object, done: (error: null, found: object[]) => void) => {
    const address = answers[Math.min(asked.length, answers.length - 1)] ?? '';
    asked.push(name);
    done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
  }) as unknown as typeof lookup;
  return { asked, resolve };
}

const message = { headers: {}, body: '{}' };

describe('In production', () => {
  it.each(['https://127.0.0.1', 'https://[::1]', 'https://2130706433', 'https://[::ffff:7f00:1]', 'http://8.8.8.8'])(
    'nothing is sent to %s',
    async (url) => {
      expect(await postEvent({ ...message, url }, { publicOnly: true })).toMatchObject({ error: 'refused_address' });
    },
  );

  it('a name that leads to the machine itself is refused before a connection', async () => {
    const receiver = await receiverForThisTest();

    const url = `https://localhost:${receiver.port}/events`;
    const attempt = await postEvent({ ...message, url }, { publicOnly: true });

    expect(attempt).toMatchObject({ error: 'refused_address', responseStatus: null });
    expect(receiver.connections()).toBe(0);
  });

  it('a name that was public before is looked up once, for the connection, and refused when it is not any more', async () => {
    const receiver = await receiverForThisTest();
    const { asked, resolve } = resolver('127.0.0.1', '8.8.8.8');

    const url = `https://rebinding.example:${receiver.port}/events`;
    const attempt = await postEvent({ ...message, url }, { publicOnly: true, lookup: publicLookup(resolve) });

    expect(attempt.error).toBe('refused_address');
    expect(asked).toEqual(['rebinding.example']);
    expect(receiver.connections()).toBe(0);
  });
});
