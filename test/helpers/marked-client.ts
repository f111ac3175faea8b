import { randomUUID } from 'node:crypto';
import { markedContent } from './marked-content.ts';
import type { Portal } from './portal.ts';
import { markedRecords } from './records.ts';
import { scan } from './scans.ts';

/** Registers a client with a mark in its texts. */
export async function registerMarked(portal: Portal) {
  const mark = `mark-${randomUUID()}`;
  const person = await portal.register({ orgName: `Dental ${mark}` });
  const pipeline = await person.pipeline();
  await pipeline.post('/api/ingest/scans', scan({ externalId: mark }));
  await pipeline.post('/api/ingest/records', markedRecords(mark));
  const ids = await markedContent(person, mark);
  return { mark, person, key: pipeline.key, ids };
}
