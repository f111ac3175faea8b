import { describe, expect, it } from 'vitest';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

const NO_SCORES = {
  runId: null,
  asOf: null,
  overall: { rawScore: null, dynamicScore: null, confidence: null, calculatedAt: null },
  tiers: [],
  components: [],
  lastScanDate: null,
};

describe('GET /api/visibility/scores', () => {
  it('returns empty values before the first scan', async () => {
    const person = await portal.register();

    const response = await person.get('/api/visibility/scores');

    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ ok: true, data: NO_SCORES });
  });

  it('returns the latest completed scan, whatever the order of arrival', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const late = scan({
      completedAt: '2026-03-01T00:00:00Z',
      overall: { rawScore: 70.04, dynamicScore: 66.66, confidence: 0.9 },
    });
    const { runId } = (await pipeline.post('/api/ingest/scans', late)).json();
    await pipeline.post('/api/ingest/scans', scan({ completedAt: '2026-01-01T00:00:00Z' }));

    const { data } = (await person.get('/api/visibility/scores')).json();

    const asOf = '2026-03-01T00:00:00.000Z';
    expect(data).toEqual({
      runId,
      asOf,
      overall: { rawScore: 70, dynamicScore: 66.7, confidence: 0.9, calculatedAt: asOf },
      tiers: late.tiers,
      components: late.components,
      lastScanDate: asOf,
    });
  });

  it('reflects a new scan immediately in every process', async () => {
    // An embedded database belongs to one process.
    const other = await portalForThisTest({ beside: portal });
    const person = await portal.register();
    const pipeline = await person.pipeline();

    for (let score = 1; score <= 20; score++) {
      await pipeline.post(
        '/api/ingest/scans',
        scan({ externalId: 'same', overall: { rawScore: score, dynamicScore: score, confidence: 1 } }),
      );
      const responses = await Promise.all(
        [portal, other].map((process) =>
          process.inject({ url: '/api/visibility/scores', headers: { cookie: person.cookie } }),
        ),
      );
      expect(responses.map((response) => response.json().data.overall.rawScore)).toEqual([score, score]);
    }
  });
});
