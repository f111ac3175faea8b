import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { aeo } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

const UNKNOWN = {
  queryMode: null,
  generated_queries: [],
  coverage: null,
  aeo_confidence: { score: null, band: null, summary: null, detail: null, factors: [] },
  aeo_visibility_score: null,
  visibility_score: null,
  position_score: null,
  sentiment_score: null,
  accuracy_score: null,
  sample_size: 0,
  evidence_grade: null,
  as_of: null,
};

describe('GET /api/visibility/aeo', () => {
  it('returns empty values before the first scan', async () => {
    const person = await portal.register();

    const response = await person.get('/api/visibility/aeo');

    expect(response.json()).toEqual({ ok: true, data: UNKNOWN });
  });

  it('returns the metrics of the latest scan', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    await pipeline.post('/api/ingest/scans', scan({ aeo: aeo({ as_of: '1999-01-01T00:00:00Z' }) }));

    const response = await person.get('/api/visibility/aeo');

    expect(response.json()).toEqual({
      ok: true,
      data: { ...aeo(), evidence_grade: null, as_of: '2026-02-15T02:00:00.000Z' },
    });
  });

  it('returns null if the latest scan has no AI search metrics', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    await pipeline.post('/api/ingest/scans', scan({ aeo: aeo() }));
    await pipeline.post('/api/ingest/scans', scan({ completedAt: '2026-02-16T02:00:00Z', aeo: null }));

    const response = await person.get('/api/visibility/aeo');

    expect(response.json().data).toEqual(UNKNOWN);
  });
});
