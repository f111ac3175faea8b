import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { verificationMail } from '../../routers/auth/mails.ts';
import { readLogo } from '../../server/branding/logo.ts';
import { askForReport, download, readPdf } from '../helpers/pdf.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { fullScan, ingest } from '../helpers/reported.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-logo-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (name: string, contents: string | Uint8Array) => {
  writeFileSync(join(folder, name), contents);
  return join(folder, name);
};

// One red pixel.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
const BRAND_LOGO = fileOf('logo.png', PNG);
const portal = portalForThisFile({ env: { BRAND_NAME: 'Möller & Söhne', BRAND_COLOR: '#8a2be2', BRAND_LOGO } });

it('a mail shows name and colour, and comes from the name', async () => {
  await portal.deps.mail.queue(portal.deps.database.accounts, 'ada@example.com', verificationMail('token'));
  const [mail] = await portal.mailTo('ada@example.com');

  expect(mail?.from?.name).toBe('Möller & Söhne');
  expect(mail?.html).toContain('Möller &amp; Söhne');
  expect(mail?.html).toContain('background: #8a2be2');
  expect(mail?.html).not.toContain('#1f4b99');
});

it('the report shows name, colour and logo', async () => {
  const person = await portal.register();
  await ingest(person, fullScan());

  const { url } = await askForReport(person);
  const { rawPayload: bytes } = await download(portal, url);
  const { pages } = await readPdf(bytes);

  expect(pages[0]).toContain('Möller & Söhne');
  expect(pages[1]).toContain('· Möller & Söhne');
  expect(bytes.toString('latin1')).toContain('/Subtype /Image');
});

it('the logo is served with the type of its contents', async () => {
  const { rawPayload, headers } = await portal.inject({ url: '/logo' });

  expect(rawPayload).toEqual(PNG);
  expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
});

it.each([
  ['plain', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 1],
  ['with a declaration', '<?xml version="1.0"?>\n<!-- made by hand -->\n<svg></svg>', 'image/svg+xml', 1],
  ['wide', '<svg viewBox="0 0 30 10" width="10" height="10"></svg>', 'image/svg+xml', 3],
  ['with a size', '<svg width="200px" height="100px"></svg>', 'image/svg+xml', 2],
  ['as wide as a page', '<svg viewBox="0,0,1000,1"></svg>', 'image/svg+xml', 4],
  ['of no size', '<svg viewBox="0 0 0 0"></svg>', 'image/svg+xml', 1],
  ['named otherwise', PNG, 'image/png', 1],
  ['a PNG of no contents', PNG.subarray(0, 8), undefined, undefined],
  ['HTML', '<!doctype html><svg></svg>', undefined, undefined],
  ['empty', '', undefined, undefined],
])('a file that is %s', (name, contents, type, ratio) => {
  const logo = readLogo(fileOf(name, contents));

  expect([logo?.type, logo?.ratio]).toEqual([type, ratio]);
});
