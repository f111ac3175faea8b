import { once } from 'node:events';
import postgres from 'postgres';
import { websiteDay } from './website-day.ts';

const LINES_AT_ONCE = 1000;

/** A row of `website_daily` in the text format of COPY. */
function lineOf(clientId: string, n: number) {
  const { externalId, data } = websiteDay(n);
  const { date, source, users, sessions, pageviews, bounceRate, avgSessionSeconds, conversions } = data;
  const values = [clientId, externalId, date, source, users, sessions, pageviews, bounceRate];
  return [...values, avgSessionSeconds, conversions].join('\t');
}

async function copyOf(sql: postgres.Sql, clientId: string, rows: number) {
  const stream = await sql`
    copy website_daily (client_id, external_id, date, source, users, sessions, pageviews, bounce_rate,
      avg_session_seconds, conversions) from stdin`.writable();
  for (let first = 0; first < rows; first += LINES_AT_ONCE) {
    const lines = Array.from({ length: Math.min(LINES_AT_ONCE, rows - first) }, (_, n) => lineOf(clientId, first + n));
    if (!stream.write(`${lines.join('\n')}\n`)) await once(stream, 'drain');
  }
  const stored = once(stream, 'finish');
  stream.end();
  await stored;
}

/** Copies days of websites into the table as its owner, one client per connection, and returns the rows per second. */
export async function copy(url: string, clientIds: string[], rows: number): Promise<number> {
  const sql = postgres(url, { max: clientIds.length });
  try {
    const began = performance.now();
    await Promise.all(clientIds.map((clientId) => copyOf(sql, clientId, rows / clientIds.length)));
    return rows / ((performance.now() - began) / 1000);
  } finally {
    await sql.end();
  }
}
