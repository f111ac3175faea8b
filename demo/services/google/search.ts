/** Clicks and impressions of a query that led to a page on a day. */
export interface SearchRow {
  date: string;
  /** Empty where it is too rare to be named: Google counts it in totals and pages only. */
  query: string;
  page: string;
  clicks: number;
  impressions: number;
  position: number;
}

interface SearchRequest {
  startDate: string;
  endDate: string;
  dimensions: ('date' | 'query' | 'page')[];
  dataState?: string;
  rowLimit?: number;
  startRow?: number;
}

/** The days until figures are final. */
const FINAL_AFTER = 2;

/** Answers `searchAnalytics.query` as documented. */
export function searchAnalytics(rows: SearchRow[], request: SearchRequest) {
  const { startDate, endDate, dimensions, dataState = 'final', rowLimit = 1000, startRow = 0 } = request;
  const lastFinal = new Date(Date.now() - FINAL_AFTER * 86_400_000).toISOString().slice(0, 10);
  const last = dataState === 'final' && endDate > lastFinal ? lastFinal : endDate;
  const isNamed = (query: string) => query !== '' || !dimensions.includes('query');
  const within = rows.filter(({ date, query }) => date >= startDate && date <= last && isNamed(query));
  const groups = Map.groupBy(within, (row) => JSON.stringify(dimensions.map((dimension) => row[dimension])));
  const found = [...groups].map(([key, of]) => {
    const clicks = of.reduce((all, row) => all + row.clicks, 0);
    const impressions = of.reduce((all, row) => all + row.impressions, 0);
    const position = of.reduce((all, row) => all + row.position * row.impressions, 0) / (impressions || 1);
    return { keys: JSON.parse(key) as string[], clicks, impressions, ctr: clicks / (impressions || 1), position };
  });
  found.sort((one, other) => other.clicks - one.clicks || (one.keys[0] ?? '').localeCompare(other.keys[0] ?? ''));
  return { rows: found.slice(startRow, startRow + rowLimit), responseAggregationType: 'byProperty' };
}
