const UTF16_MARK = [0xff, 0xfe] as const;

/**
 * The text of a file: UTF-8, or UTF-16 with its byte order mark, as the portal reads one. Undefined for other bytes,
 * which `File.text()` would change without a word.
 */
export async function textOf(file: File): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding = UTF16_MARK.every((byte, at) => bytes[at] === byte) ? 'utf-16le' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
