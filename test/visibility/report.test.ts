import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

describe('GET /api/visibility/report', () => {
  it('reports no availability before the first scan', async () => {
    const person = await portal.register({ orgName: 'Lovelace Dental' });

    const response = await person.get('/api/visibility/report');

    const data = { hasReport: false, clientName: 'Lovelace Dental', overallScore: null, lastScanDate: null };
    expect(response.json()).toEqual({ ok: true, data });
  });

  it('returns the same overall score as every other route', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    await pipeline.post('/api/ingest/scans', scan());
    const read = async (noun: string) => (await person.get(`/api/visibility/${noun}`)).json().data;

    const [report, scores, competitors, overview] = [
      await read('report'),
      await read('scores'),
      await read('competitors'),
      await read('overview'),
    ];

    const lastScanDate = '2026-02-15T02:00:00.000Z';
    expect(report).toEqual({ hasReport: true, clientName: 'Example', overallScore: 58.4, lastScanDate });
    expect([
      scores.overall.dynamicScore,
      competitors.client.dynamic_score,
      competitors.client.overall_score,
      overview.score.dynamicScore,
    ]).toEqual([58.4, 58.4, 58.4, 58.4]);
  });
});
