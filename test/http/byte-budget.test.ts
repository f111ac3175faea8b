import { expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { dial, outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();
const MIB = 1024 * 1024;

it('an address has at most 32 MiB of bodies that are still arriving', { timeout: 60_000 }, async () => {
  const person = await portal.register();
  await portal.listen();
  const body = JSON.stringify({ title: 'x'.repeat(MIB - 100) });
  const peers = Array.from({ length: 34 }, () => {
    const peer = dial(portal.app);
    peer.say(
      `POST /api/cms/pages HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: ${person.cookie}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`,
    );
    return peer;
  });
  const refused = await Promise.race(peers.map((peer) => peer.answer()));
  for (const peer of peers) peer.say('}');
  const answers = await Promise.all(peers.map((peer) => peer.answer()));

  expect(refused.statusCode).toBe(503);
  expect(refused.body).toContain('still arriving');
  expect(answers.filter(({ statusCode }) => statusCode === 503).length).toBeLessThan(6);
  expect(outcome(await person.get('/api/cms/pages'))).toBe('200');
});
