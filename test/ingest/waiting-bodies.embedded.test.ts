import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { hold } from '../helpers/held.ts';
import { operatorKey, REASON, registerOperator } from '../helpers/operators.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { outcome } from '../helpers/wire.ts';

// Only on the embedded database do bodies of one client wait for each other.

const portal = portalForThisFile();
let url: string;
beforeAll(async () => {
  url = await portal.listen();
});

const RECORDS = '/api/ingest/records';

const bearer = ({ key }: { key: string }) => ({ authorization: `Bearer ${key}` });

/** Sends a whole request over a connection; it waits by the time that this returns. */
async function begin(path: string, body: object, headers: Record<string, string>) {
  const sent = { 'content-type': 'application/json', ...headers };
  const answer = fetch(`${url}${path}`, { method: 'POST', headers: sent, body: JSON.stringify(body) });
  await pause(400);
  return async () => {
    const { status, headers } = await answer;
    return outcome({ statusCode: status, headers: Object.fromEntries(headers) });
  };
}

describe('A body of ingestion that waits for its turn', () => {
  /** The turn of a client is taken by a body whose last byte is missing; the returned function sends it. */
  async function busy(path: string, key: { key: string }) {
    return hold(portal, `POST ${path}`, [record('goal')], bearer(key));
  }

  it('stores nothing for a client that is suspended meanwhile', async () => {
    const [operator, owner] = [await registerOperator(portal), await portal.register()];
    const pipeline = await owner.pipeline();
    const release = await busy(RECORDS, pipeline);
    const queued = await begin(RECORDS, [record('goal')], bearer(pipeline));

    await operator.post(`/api/operator/clients/${owner.orgId}/suspend`, { reason: REASON });
    await release();

    expect(await queued()).toBe('403 CLIENT_SUSPENDED');
    await operator.post(`/api/operator/clients/${owner.orgId}/resume`);
    expect((await owner.get('/api/dashboard/goals')).json().data).toEqual([]);
  });

  it('stores nothing with a key of the operator that is revoked meanwhile', async () => {
    const [operator, owner] = [await registerOperator(portal), await portal.register()];
    const key = await operatorKey(portal, operator);
    const path = `/api/operator/clients/${owner.orgId}/ingest/records`;
    const release = await busy(path, key);
    const queued = await begin(path, [record('goal')], bearer(key));

    await operator.del(`/api/operator/keys/${key.apiKey.id}`);
    await release();

    expect(await queued()).toBe('401 UNAUTHENTICATED');
    expect((await owner.get('/api/dashboard/goals')).json().data).toEqual([]);
  });

  it('is stored where nothing has changed', async () => {
    const pipeline = await (await portal.register()).pipeline();
    const release = await busy(RECORDS, pipeline);
    const queued = await begin(RECORDS, [record('goal')], bearer(pipeline));

    await release();

    expect(await queued()).toBe('200');
  });
});
