import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { REPORTS } from '../../routers/exports/report/settings.ts';
import type { Portal } from './portal.ts';

/** The text of a PDF, page by page, with single spaces between words. */
export async function readPdf(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: false });
  const { info } = await getMeta(document);
  const pages = text.map((page) => page.replaceAll(/\s+/g, ' '));
  return { pages, text: pages.join(' '), title: String(info.Title) };
}

interface Caller {
  get: (url: string) => Promise<{ statusCode: number; body: string; json: () => unknown }>;
}

interface Answer {
  ok: true;
  url: string;
  filename: string;
  size: number;
}

/** Requests the caller's report, which must exist: again only where a busy machine took all the time a report may. */
export async function askForReport(person: Caller, tries = 2): Promise<Answer> {
  const asked = performance.now();
  const response = await person.get('/api/exports/report');
  if (response.statusCode === 200) return response.json() as Answer;
  const late = performance.now() - asked >= REPORTS.timeout;
  if (response.statusCode === 503 && late && tries > 1) return askForReport(person, tries - 1);
  throw new Error(`No report: ${response.body}`);
}

/** Downloads a report from its URL, without a session. */
export const download = (portal: Pick<Portal, 'visitor'>, url: string) => {
  const { pathname, search } = new URL(url);
  return portal.visitor().get(pathname + search);
};

/** The text of the caller's report. */
export async function reportOf(portal: Pick<Portal, 'visitor'>, person: Caller) {
  const { url } = await askForReport(person);
  const { rawPayload } = await download(portal, url);
  return { ...(await readPdf(rawPayload)), bytes: rawPayload };
}
