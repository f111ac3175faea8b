import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { askingProcess } from '../helpers/asking-process.ts';
import { onServer } from '../helpers/database.ts';
import { homeForThisTest, portalProcess, settle } from '../helpers/process.ts';

const QUESTION = { type: 'nlq', query: 'Why?' };

describe.skipIf(!onServer())('twenty POSTs with one Idempotency-Key in two processes', () => {
  it('ask one question and create one page', async () => {
    const { upstream, variables, portal } = await askingProcess(await homeForThisTest());
    const portals = [portal, await portalProcess(variables)];
    const { cookie } = await settle(portal);
    const key = { 'idempotency-key': randomUUID(), cookie };
    const pageKey = { 'idempotency-key': randomUUID(), cookie };
    const visitors = Array.from({ length: 20 }, (_, turn) => (portals[turn % 2] ?? portal).visitor());

    const answers = await Promise.all(visitors.map((visitor) => visitor.post('/api/insights/query', QUESTION, key)));
    const pages = await Promise.all(
      visitors.map((visitor) => visitor.post('/api/cms/pages', { title: 'One', content: '# One' }, pageKey)),
    );
    const list = (await portal.visitor().get('/api/cms/pages', { cookie })).json();

    expect(upstream.asked).toHaveLength(1);
    expect([...new Set(answers.map(({ status, text }) => `${status} ${text}`))]).toHaveLength(1);
    expect([...new Set(pages.map(({ status, text }) => `${status} ${text}`))]).toHaveLength(1);
    expect(pages[0]?.status).toBe(201);
    expect(list).toHaveLength(1);
  });
});
