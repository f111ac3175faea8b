import { expect, it } from 'vitest';
import { onServer } from '../helpers/database.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { dial, outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

it.skipIf(onServer())('the embedded database takes in one body of a client at a time', async () => {
  await portal.listen();
  const [busy, other] = [await portal.register(), await portal.register()];
  const [pipeline, neighbour] = [await busy.pipeline(), await other.pipeline()];
  const peer = dial(portal.app);
  const body = JSON.stringify([record('goal')]);
  const reached = new Promise((resolve) => portal.app.server.once('request', resolve));
  peer.say(`POST /api/ingest/records HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`);
  peer.say(`Authorization: Bearer ${pipeline.key}\r\nContent-Type: application/json\r\n`);
  peer.say(`Content-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`);
  await reached;

  const ofOther = await neighbour.post('/api/ingest/records', [record('goal')]);
  const second = pipeline.post('/api/ingest/records', [record('goal')]);
  const early = await Promise.race([second.then(outcome), new Promise((later) => setTimeout(later, 300, 'waits'))]);
  peer.say(body.slice(-1));

  expect([outcome(ofOther), early]).toEqual(['200', 'waits']);
  expect(outcome(await peer.answer())).toBe('200');
  expect(outcome(await second)).toBe('200');
});
