import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { receiverForThisTest } from '../helpers/webhooks.ts';

const SECRET = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`;
const BODY = '{"type":"scan.completed","timestamp":"2026-02-16T09:30:00.000Z","data":{}}';

it('the small receiver takes what is signed now with its secret, and nothing else', async () => {
  const receiver = await receiverForThisTest();
  receiver.expect(SECRET);
  const signed = (body = BODY, { at = new Date(), secret = SECRET, id = 'msg_1' } = {}) => ({
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  });
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const send = async (headers: Record<string, string>, method = 'POST') =>
    (await fetch(receiver.url, { method, headers, ...(method === 'POST' && { body: BODY }) })).status;
  const other = `whsec_${Buffer.from('another secret, as long').toString('base64')}`;

  const answers = [
    await send(signed()),
    await send(signed('{}')),
    await send(signed(BODY, { secret: other })),
    await send(signed(BODY, { at: minutesAgo(6) })),
    await send(signed(BODY, { at: minutesAgo(-6) })),
    await send({ ...signed(), 'webhook-id': 'msg_2' }),
    await send({ ...signed(), 'content-type': 'text/plain' }),
    await send({ 'content-type': 'application/json' }),
    await send(signed(), 'GET'),
  ];

  expect(answers).toEqual([204, 401, 401, 401, 401, 401, 415, 401, 405]);
  expect(receiver.arrivals).toHaveLength(1);
});
