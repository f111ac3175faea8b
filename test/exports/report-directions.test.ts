import { expect, it } from 'vitest';
import { reportDocument } from '../../routers/exports/report/document.ts';
import { readReportData } from '../../routers/exports/report/report-data.ts';
import { readModules } from '../../routers/modules.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { clientDb } from '../helpers/client-db.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { fullScanSaying, ingest } from '../helpers/reported.ts';
import { insertGoals } from '../helpers/reported-goals.ts';

const portal = portalForThisFile();

/** A sentence whose last mark stands at its left, if it is shown in its own direction. */
const ARABIC = 'عيادة الأسنان (الميناء) 24!';
const LETTER = /\p{Script=Arabic}/u;
it.each(['en', 'de'] as const)(
  'isolates each stored text of a report in its own direction, in %s',
  async (language) => {
    const person = await portal.register({ orgName: ARABIC });
    await ingest(person, fullScanSaying(ARABIC));
    await insertGoals(portal, person.orgId, { title: ARABIC, unit: ARABIC });
    const { database } = portal.deps;
    const tenant = await findTenant(database.accounts, person.orgId);
    if (!tenant) throw new Error('There is no such organization.');
    const db = clientDb(portal, person.orgId);

    const report = await readReportData(db, tenant, await readModules(db, tenant, portal.deps));
    const html = reportDocument(report, {}, language);

    const body = html.slice(html.indexOf('<body>'));
    const isolated = body.match(/<bdi>[^<]*<\/bdi>/g)?.filter((text) => LETTER.test(text)) ?? [];
    const others = body
      .replaceAll(/<bdi>[^<]*<\/bdi>/g, '')
      .split(/(?=<)/)
      .filter((part) => LETTER.test(part));
    expect(isolated.length).toBeGreaterThan(20);
    expect(others).toEqual([]);
    expect(html).toContain('bdi { unicode-bidi: isolate; }');
    expect(html).toMatch(/h1, h2, h3, p, li, dd, td \{ unicode-bidi: plaintext; \}/);
  },
);
