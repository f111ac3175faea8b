import { expect, it, onTestFinished } from 'vitest';
import { startMatomo } from '../../demo/services/matomo/server.ts';
import { startUmami } from '../../demo/services/umami/server.ts';
import { fromNewest } from '../../routers/connections/kinds/website-day.ts';
import { API_KEY, visit } from '../helpers/connections.ts';

const DAY = '2026-02-16';
const MANY = Array.from({ length: 120 }, (_, n) => visit(DAY, { visitor: `${n}`, pages: [`/${n}`] }));

it('the small Matomo shows 100 rows unless it is told otherwise, and refuses periods that it cannot read', async () => {
  const server = await startMatomo({ sites: { 7: { name: 'Site', token: API_KEY, visits: MANY } } });
  onTestFinished(() => server.close());
  const ask = async (fields: Record<string, string>) => {
    const usual = { module: 'API', format: 'JSON', method: 'Actions.getPageUrls', idSite: '7', token_auth: API_KEY };
    const body = new URLSearchParams({ ...usual, period: 'day', date: DAY, ...fields });
    const response = await fetch(server.url, { method: 'POST', body });
    return response.headers.get('content-type') === 'text/html' ? 'a page' : response.json();
  };

  expect(await ask({})).toHaveLength(100);
  expect(await ask({ filter_limit: '110' })).toHaveLength(110);
  expect(await ask({ period: 'days' })).toMatchObject({ result: 'error' });
  expect(await ask({ period: 'range' })).toMatchObject({ result: 'error' });
  expect([await ask({ module: 'CoreHome' }), await ask({ format: 'XML' })]).toEqual(['a page', 'a page']);
});

it('the small umami refuses parameters that it cannot read with 400', async () => {
  const server = await startUmami({ sites: { 7: { apiKey: API_KEY, visits: MANY } } });
  onTestFinished(() => server.close());
  const statusOf = async (path: string) =>
    (await fetch(`${server.url}api/websites/7/${path}`, { headers: { authorization: `Bearer ${API_KEY}` } })).status;

  expect([
    await statusOf('stats?startAt=1&endAt=2'),
    await statusOf('metrics?startAt=1&endAt=2&type=path'),
    await statusOf('stats?startAt=2026-02-16&endAt=2'),
    await statusOf('stats?startAt=3&endAt=2'),
    await statusOf('metrics?startAt=1&endAt=2&type=url'),
    await statusOf('pageviews?startAt=1&endAt=2&unit=week'),
  ]).toEqual([200, 200, 400, 400, 400, 400]);
});

it('days that a tool tells together come in parts, newest first, and those before a failure are kept', async () => {
  const asked: string[] = [];
  const read = async ({ from, to }: { from: string; to: string }) => {
    asked.push(`${from} to ${to}`);
    if (from === '2026-02-01') throw new Error('The tool has failed.');
    return [from, to].map((date) => ({ date, records: [] }));
  };
  const kept: string[] = [];
  const reading = async () => {
    for await (const { date } of fromNewest({ from: '2026-02-01', to: '2026-02-15' }, read)) kept.push(date);
  };

  await expect(reading()).rejects.toThrow('failed');
  expect(asked).toEqual(['2026-02-08 to 2026-02-15', '2026-02-01 to 2026-02-07']);
  expect(kept).toEqual(['2026-02-15', '2026-02-08']);
});
