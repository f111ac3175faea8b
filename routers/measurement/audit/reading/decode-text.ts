// HTML may say its coding within the first kilobyte.
const WITHIN = 1024;

const labelIn = (text: string) => /charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(text)?.[1];

/** The text of a page in the coding of its header, else of its contents, else UTF-8. */
export function decodeText(body: Buffer, contentType: string): string {
  const label = labelIn(contentType) ?? labelIn(body.subarray(0, WITHIN).toString('latin1')) ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    // A coding that nobody knows.
    return new TextDecoder().decode(body);
  }
}
