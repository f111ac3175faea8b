import { expect, it } from 'vitest';
import { onServer } from '../helpers/database.ts';
import { homeForThisTest, portalProcess, settle } from '../helpers/process.ts';
import { scan } from '../helpers/scans.ts';
import { receiverForThisTest } from '../helpers/webhooks.ts';

const SCANS = 12;

// The same code on both databases: processes of the embedded one take most of a minute each.
it.skipIf(!onServer())(
  'every event whose cause was answered arrives, also when the process is killed in between',
  async () => {
    const receiver = await receiverForThisTest();
    const variables = await homeForThisTest();
    const first = await portalProcess(variables);
    const { person, pipeline, cookie } = await settle(first);
    const made = await person.post('/api/webhooks', { url: receiver.url, events: ['scan.completed'] });
    receiver.expect(made.json().data.secret);

    const answered: string[] = [];
    const send = async (n: number) => {
      const response = await pipeline.post('/api/ingest/scans', scan({ externalId: `scan ${n}` }));
      if (response.status === 201) answered.push(response.json().runId);
    };
    const sending = Promise.allSettled(Array.from({ length: SCANS }, (_, n) => send(n)));
    await expect.poll(() => answered.length).toBeGreaterThan(SCANS / 3);
    await first.kill();
    await sending;

    const second = await portalProcess(variables);
    const arrived = () => new Set(receiver.arrivals.map(({ data }) => data.runId));
    await expect.poll(() => answered.filter((id) => !arrived().has(id))).toEqual([]);
    const shown = await second.visitor().as({ cookie }).get('/api/webhooks');
    expect(shown.json().data).toHaveLength(1);
  },
);
