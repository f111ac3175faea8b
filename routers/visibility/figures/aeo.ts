import type { LatestScan } from '../latest-scan.ts';

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
};

/** The AI search metrics of the latest scan; all null or empty if it has none. */
export function aeoMetrics(scan: LatestScan<'aeo'> | undefined) {
  const aeo = scan?.parts.aeo;
  return aeo ? { ...aeo, as_of: scan.asOf } : { ...UNKNOWN, as_of: null };
}
