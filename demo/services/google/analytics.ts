/** Sessions of one kind in an hour of a property, by its clock. */
export interface AnalyticsRow {
  /** `2026021514`. */
  dateHour: string;
  source: string;
  medium: string;
  channel: string;
  page: string;
  users: number;
  sessions: number;
  views: number;
  /** Sessions without engagement. */
  bounces: number;
  /** Of all sessions. */
  seconds: number;
  keyEvents: number;
}

export interface AnalyticsProperty {
  timeZone: string;
  rows: AnalyticsRow[];
  /** What Google says of its figures besides. */
  limits?: { samplingMetadatas?: object[]; subjectToThresholding?: boolean; dataLossFromOtherRow?: boolean };
}

interface Named {
  name: string;
}

interface ReportRequest {
  dateRanges: [{ startDate: string; endDate: string }];
  dimensions?: Named[];
  metrics: Named[];
  orderBys?: [{ metric: { metricName: string } }];
  limit?: string;
  offset?: string;
}

const DIMENSIONS: Record<string, (row: AnalyticsRow) => string> = {
  date: ({ dateHour }) => dateHour.slice(0, 8),
  dateHour: ({ dateHour }) => dateHour,
  sessionSource: ({ source }) => source,
  sessionMedium: ({ medium }) => medium,
  sessionDefaultChannelGroup: ({ channel }) => channel,
  pagePath: ({ page }) => page,
};

const sum = (rows: AnalyticsRow[], field: 'users' | 'sessions' | 'views' | 'bounces' | 'seconds' | 'keyEvents') =>
  rows.reduce((all, row) => all + row[field], 0);

const METRICS: Record<string, (rows: AnalyticsRow[]) => number> = {
  activeUsers: (rows) => sum(rows, 'users'),
  sessions: (rows) => sum(rows, 'sessions'),
  screenPageViews: (rows) => sum(rows, 'views'),
  bounceRate: (rows) => sum(rows, 'bounces') / (sum(rows, 'sessions') || 1),
  averageSessionDuration: (rows) => sum(rows, 'seconds') / (sum(rows, 'sessions') || 1),
  keyEvents: (rows) => sum(rows, 'keyEvents'),
};

function named<Value>(table: Record<string, Value>, { name }: Named): Value {
  const found = table[name];
  if (!found) throw new Error(`Field ${name} is not a valid dimension or metric.`);
  return found;
}

/** Answers `runReport` of the Data API as documented, of its fields those that the portal asks for. */
export function runReport({ timeZone, rows, limits }: AnalyticsProperty, request: ReportRequest) {
  const { dateRanges, dimensions = [], metrics, orderBys, limit = '10000', offset = '0' } = request;
  const [from, to] = [dateRanges[0].startDate, dateRanges[0].endDate].map((day) => day.replaceAll('-', ''));
  const within = rows.filter(({ dateHour }) => {
    const day = dateHour.slice(0, 8);
    return day >= String(from) && day <= String(to);
  });
  const groups = Map.groupBy(within, (row) => JSON.stringify(dimensions.map((one) => named(DIMENSIONS, one)(row))));
  const found = [...groups].map(([key, of]) => ({
    dimensionValues: (JSON.parse(key) as string[]).map((value) => ({ value })),
    metricValues: metrics.map((one) => ({ value: String(named(METRICS, one)(of)) })),
  }));
  const by = metrics.findIndex(({ name }) => name === orderBys?.[0].metric.metricName);
  const metricOf = (row: (typeof found)[number]) => Number(row.metricValues[by]?.value ?? 0);
  found.sort((one, other) => metricOf(other) - metricOf(one));
  return {
    dimensionHeaders: dimensions,
    metricHeaders: metrics.map(({ name }) => ({ name, type: 'TYPE_FLOAT' })),
    rows: found.slice(Number(offset), Number(offset) + Number(limit)),
    rowCount: found.length,
    metadata: { currencyCode: 'USD', timeZone, ...limits },
    kind: 'analyticsData#runReport',
  };
}
