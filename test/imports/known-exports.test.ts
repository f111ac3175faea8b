import { describe, expect, it } from 'vitest';
import { clientDb } from '../helpers/client-db.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

/** Takes a file in for a new organization: the answer, and the rows of the table. */
async function importOf(type: string, table: string, file: string) {
  const person = await portal.register();
  const response = await person.post(`/api/imports?type=${type}`, file, { 'content-type': 'text/csv' });
  expect(response.statusCode, response.body).toBe(200);
  const db = clientDb(portal, person.orgId);
  const rows = [...(await db.execute(`select * from ${table} order by external_id`))] as Record<string, unknown>[];
  return { answer: response.json(), rows };
}

describe('Exports of other tools', () => {
  it('are read from Google Analytics, with comments, totals and fractions', async () => {
    const { answer, rows } = await importOf(
      'website_daily',
      'website_daily',
      `# ----------------------------------------
# Days
# Account: Harbor
# Property: Harbor - GA4
# ----------------------------------------
#
# All Users
# Start date: 20260201
# End date: 20260202
Date,Active users,Sessions,Views,Bounce rate,Average session duration,Key events
,30,43,97,0.41,80.2,3,Grand total
20260201,10,14,31,0.4213,95.31,1
20260202,20,29,66,0.4,72,2
`,
    );

    expect(answer).toMatchObject({ recognized: 'google_analytics', headerLine: 10, accepted: 2, rejectedCount: 0 });
    expect(rows).toMatchObject([
      { date: '2026-02-01', source: 'google_analytics', users: 10, sessions: 14, pageviews: 31, bounce_rate: 42.1 },
      { date: '2026-02-02', users: 20, bounce_rate: 40, avg_session_seconds: 72 },
    ]);
  });

  it('are read from Google Analytics by source and medium, counted from the first day', async () => {
    const { answer, rows } = await importOf(
      'traffic_source',
      'traffic_sources',
      `# Start date: 20260201
# End date: 20260228
Nth day,Session source / medium,Sessions,Active users,Key events
0000,google / organic,14,10,1
0003,chatgpt.com / referral,2,2,0
`,
    );

    expect(answer).toMatchObject({ recognized: 'google_analytics', accepted: 2 });
    expect(rows).toMatchObject([
      {
        date: '2026-02-01',
        source: 'google',
        medium: 'organic',
        is_ai_assistant: false,
        reported_by: 'google_analytics',
      },
      { date: '2026-02-04', source: 'chatgpt.com', medium: 'referral', is_ai_assistant: true },
    ]);
  });

  it('are read from Search Console by day, and refused with the reason where a period is summed', async () => {
    const days = await importOf(
      'search_daily',
      'search_daily',
      'Date,Clicks,Impressions,CTR,Position\n2026-02-01,4,190,2.11%,8.3\n2026-02-02,6,200,3%,7.94\n',
    );
    const queries = await importOf(
      'search_daily',
      'search_daily',
      'Top queries,Clicks,Impressions,CTR,Position\ndentist,4,190,2.11%,8.3\n',
    );

    expect(days.answer).toMatchObject({ recognized: 'search_console', accepted: 2 });
    expect(days.rows).toMatchObject([{ clicks: 4, position: 8.3, query: null }, { clicks: 6 }]);
    expect(queries.answer.rejected[0].error).toContain('sums a whole period');
  });

  it('are read from Plausible, days as shown and days of a whole account', async () => {
    const shown = await importOf(
      'website_daily',
      'website_daily',
      'date,visitors,pageviews,visits,views_per_visit,bounce_rate,visit_duration\n2026-02-01,10,31,14,2.21,43,95\n',
    );
    const account = await importOf(
      'website_daily',
      'website_daily',
      '"date","visitors","pageviews","bounces","visits","visit_duration"\n"2026-02-01",10,31,7,14,1330\n',
    );

    const day = { source: 'plausible', users: 10, sessions: 14, pageviews: 31, avg_session_seconds: 95 };
    expect(shown.rows).toMatchObject([{ ...day, bounce_rate: 43 }]);
    expect(account.rows).toMatchObject([{ ...day, bounce_rate: 50 }]);
    expect([shown, account].map(({ answer }) => answer.recognized)).toEqual(['plausible', 'plausible']);
  });

  it('are read from Google reviews, as Takeout writes them and as a table', async () => {
    const review = {
      reviewId: 'abc',
      reviewer: { displayName: 'Erin M.' },
      starRating: 'FIVE',
      comment: 'Gentle.',
      createTime: '2026-02-01T12:30:00.000Z',
      reviewReply: { comment: 'Thank you!', updateTime: '2026-02-02T08:00:00Z' },
    };
    const takeout = await importOf('review', 'reviews', JSON.stringify({ reviews: [review] }));
    const table = await importOf(
      'review',
      'reviews',
      'Reviewer name,Star rating,Review,Review date,Reply\nErin M.,4,"Gentle, on time",2026-02-01,\n',
    );

    expect(takeout.answer).toMatchObject({ recognized: 'google_reviews', accepted: 1 });
    expect(takeout.rows).toMatchObject([
      { external_id: 'abc', source: 'google', rating: 5, text: 'Gentle.', author_name: 'Erin M.', responded: true },
    ]);
    expect(table.answer).toMatchObject({ recognized: 'google_reviews', accepted: 1 });
    expect(table.rows).toMatchObject([{ source: 'google', rating: 4, responded: false, text: 'Gentle, on time' }]);
  });
});
