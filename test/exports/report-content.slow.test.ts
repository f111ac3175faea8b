import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { organizations } from '../../db/schema/index.ts';
import { openPrinter } from '../../routers/exports/report/printer.ts';
import { readPdf, reportOf } from '../helpers/pdf.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { fullScan, fullScanSaying, ingest } from '../helpers/reported.ts';
import { insertGoals } from '../helpers/reported-goals.ts';

const portal = portalForThisFile();

/** A server that records its visits. */
async function canary() {
  const visits: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    visits.push(request.url);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { visits, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('Stored text in a report', () => {
  it.each([
    '<script>document.title=1</script>',
    '&amp; &lt;b&gt; &#39; "quoted"',
    '</style><style>*{display:none}',
    '</title><h1>Not a title</h1>',
    '<!-- never closed',
    '{{name}} $' + '{name} %s \\0041 *x*',
  ])('is printed unchanged: %s', async (text) => {
    const person = await portal.register({ orgName: text });
    await ingest(person, fullScanSaying(text));
    await insertGoals(portal, person.orgId, { title: text });

    const report = await reportOf(portal, person);

    expect(report.title).toBe(`Visibility report – ${text}`);
    expect(report.pages[0]).toContain(text);
    expect(report.pages[1]).toContain(`${text} · Visibility report`);
    expect(report.text.split(text).length).toBeGreaterThan(8);
    expect(report.text).toContain('Recommendations');
  });

  it('is printed in any script', async () => {
    const text = 'مرحبا Ελλάδα Київ Łódź 日本語 😀 \u202e\u2066';
    const person = await portal.register();
    // As stored before such characters were refused.
    const { accounts } = portal.deps.database;
    await accounts.update(organizations).set({ name: text }).where(eq(organizations.id, person.orgId));
    await ingest(person, fullScan());

    const report = await reportOf(portal, person);

    const fonts = new Set(
      [...report.bytes.toString('latin1').matchAll(/\/BaseFont \/[A-Z]{6}\+([\w-]+)/g)].map(([, name]) => name),
    );
    expect(report.title).toContain(text);
    expect(report.pages[0]).toContain('Ελλάδα Київ Łódź');
    expect(fonts).toContain('SourceSerif4-Regular');
  });

  it('triggers no requests', async () => {
    const { visits, url } = await canary();
    const hostile = `"><img src=${url}/i><link rel=stylesheet href=${url}/l><style>@import "${url}/s"</style>`;
    const person = await portal.register();
    // New names hold no addresses; those given earlier may.
    const name = `<img src=${url}/name>`;
    await portal.deps.database.accounts.update(organizations).set({ name }).where(eq(organizations.id, person.orgId));
    await ingest(person, fullScanSaying(hostile));
    await insertGoals(portal, person.orgId, { title: `url(${url}/u) ${hostile}` });

    const { text } = await reportOf(portal, person);

    expect(text).toContain(name);
    expect(visits).toEqual([]);
  });
});

describe('The report printer', () => {
  it('runs no scripts and sends no requests, even for unescaped HTML', async () => {
    const { visits, url } = await canary();
    const printer = openPrinter(portal.deps.env, portal.deps.log);
    onTestFinished(() => printer.close());
    const document = `<!doctype html><title>Hostile</title>
      <link rel="stylesheet" href="${url}/style.css"><link rel="prefetch" href="${url}/prefetch"><link rel="preconnect" href="${url}">
      <style>@import "${url}/import.css"; @font-face { font-family: x; src: url(${url}/font.woff2) } p { font-family: x; background: url(${url}/background) }</style>
      <img src="${url}/image"><iframe src="${url}/frame"></iframe><object data="${url}/object"></object><video src="${url}/video" autoplay></video>
      <svg><image href="${url}/svg"/><use href="${url}/use#x"/></svg>
      <p id="said">Printed</p><script>document.getElementById('said').textContent = 'Run'; fetch('${url}/fetch')</script>`;

    const pdf = await printer.print('client', document, AbortSignal.timeout(20_000), async () => {});

    const { text } = await readPdf(pdf);
    expect(text).toContain('Printed');
    expect(text).not.toContain('Run');
    expect(visits).toEqual([]);
  });
});
