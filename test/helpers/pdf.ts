import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import type { Portal } from './portal.ts';

/** What a PDF reader finds in a file: its text, page by page, with single spaces between words. */
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

/** Asks for the caller's report, which there must be. */
export async function askForReport(person: Caller) {
  const response = await person.get('/api/exports/report');
  if (response.statusCode !== 200) throw new Error(`No report: ${response.body}`);
  return response.json() as Answer;
}

/** Fetches what an address of a report holds, as somebody without a session. */
export const download = (portal: Pick<Portal, 'visitor'>, url: string) => {
  const { pathname, search } = new URL(url);
  return portal.visitor().get(pathname + search);
};

/** The caller's report, as its reader sees it. */
export async function reportOf(portal: Pick<Portal, 'visitor'>, person: Caller) {
  const { url } = await askForReport(person);
  const { rawPayload } = await download(portal, url);
  return { ...(await readPdf(rawPayload)), bytes: rawPayload };
}
