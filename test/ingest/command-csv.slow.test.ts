import { describe, expect, it } from 'vitest';
import { file, ingestCommandForThisFile } from '../helpers/ingest-command.ts';

const { organization } = ingestCommandForThisFile();

describe('npm run ingest with CSV', () => {
  const HEADER =
    'externalId,date,source,users,sessions,pageviews,bounceRate,avgSessionSeconds,conversions,topPages,note';

  it('converts cells by column type, with lists as JSON and empty cells as missing values', async () => {
    const { rows, ingest } = await organization();
    const days = [
      HEADER,
      'd1,2026-02-14,ga4,120,160,410,41.7,93.2,3.5,"[{""path"":""/a,b"",""pageviews"":2}]",ignored',
      '"d ""2""\nnext line",2026-02-15,"GA4, all",1,2,3,0,.5,1e1,,',
    ].join('\r\n');

    const { code, out, err } = await ingest('--type', 'website_daily', await file('days.csv', `\ufeff${days}`));

    expect([code, out, err]).toEqual([0, 'Records: 2 accepted, 0 updated, 0 unchanged, 0 rejected.\n', '']);
    expect(await rows('website_daily')).toMatchObject([
      {
        external_id: 'd "2"\nnext line',
        source: 'GA4, all',
        avg_session_seconds: 0.5,
        conversions: '10.00',
        top_pages: null,
      },
      { external_id: 'd1', users: 120, bounce_rate: 41.7, top_pages: '[{"path": "/a,b", "pageviews": 2}]' },
    ]);
  });

  it('reports invalid rows with line and field, and stores the others', async () => {
    const { ingest } = await organization();
    const rowsOf = (cells: string[]) => ['externalId,at,sessions', ...cells].join('\n');
    const path = await file(
      'hours.csv',
      rowsOf([
        'a,2026-01-01T10:00:00Z,5',
        'b,2026-01-01T10:00:00Z,five',
        'c,2026-01-01T10:00:00Z',
        '',
        'd,2026-01-01T10:00:00Z,1',
      ]),
    );

    const { code, out, err } = await ingest('--type', 'traffic_hourly', path);

    expect(out).toBe('Records: 2 accepted, 0 updated, 0 unchanged, 1 rejected.\nUnreadable: 1.\n');
    expect(err.split('\n').sort()).toEqual([
      '',
      'hours.csv, line 3: data.sessions: Invalid input: expected number, received string',
      'hours.csv, line 4: has 2 cells where the header has 3',
    ]);
    expect(code).toBe(1);
  });

  it.each([
    ['with a missing column', 'externalId,at\na,b\n', 'line 1: missing column sessions'],
    ['with a duplicate column', 'externalId,at,sessions,at\na,b,1,c\n', 'line 1: duplicate column at'],
    [
      'in another encoding',
      Buffer.from('externalId,at,sessions\n\xe4,2026-01-01T10:00:00Z,1\n', 'latin1'),
      'is not UTF-8 text; please save it as "CSV UTF-8"',
    ],
    [
      'with an unclosed quote',
      'externalId,at,sessions\na,2026-01-01T10:00:00Z,1\n"b,2026-01-01T10:00:00Z,1\n',
      'Quote Not Closed',
    ],
  ])('stops reading a file %s', async (_what, text, said) => {
    const { ingest } = await organization();

    const { code, err } = await ingest('--type', 'traffic_hourly', await file('hours.csv', text));

    expect(err).toContain(said);
    expect(code).toBe(1);
  });

  it('reads what Excel writes in German: semicolons, decimal commas, truth values, empty columns and rows', async () => {
    const { rows, ingest } = await organization();
    const text = [
      'sep=;',
      'externalId;source;rating;text;publishedAt;responded;;',
      '1;google;4,5;"Gut; gern wieder";2026-01-01T00:00:00Z;WAHR;;',
      ';;;;;;;',
      '2;google;5;;2026-01-01T00:00:00Z;FALSCH;;',
      '',
    ].join('\r\n');

    const { code, err } = await ingest('--type', 'review', await file('reviews.csv', `\ufeff${text}`));

    expect([code, err]).toEqual([0, '']);
    expect(await rows('reviews')).toMatchObject([
      { external_id: '1', rating: 4.5, text: 'Gut; gern wieder', responded: true },
      { external_id: '2', rating: 5, text: null, responded: false },
    ]);
  });
});
