/** The delimiters of a CSV file; the first one counts where a header has none. */
const DELIMITERS = [',', ';', '\t', '|'] as const;

// What Excel reads as the choice of a delimiter, and writes in some languages.
const CHOICE = /^sep=(.)?$/i;
const LINE_END = /\r\n|\n|\r/;

/** How a file writes its cells, by its first line. */
export interface Dialect {
  delimiter: string;
  /** Whether the first line only names the delimiter. */
  hasChoice: boolean;
}

/** Whether the text is sure to hold the whole of the first line that is not blank. */
export const holdsFirstLine = (text: string) => /[^\s,;|]/.test(text) && LINE_END.test(text.trimStart());

/** The delimiter of a `sep=` line, else the one that the first line has most of outside quotes. */
export function dialectOf(text: string): Dialect {
  const [line = ''] = text.trimStart().split(LINE_END, 1);
  const chosen = CHOICE.exec(line.replaceAll('"', ''));
  if (chosen) return { delimiter: chosen[1] ?? '\t', hasChoice: true };

  const unquoted = line.replaceAll(/"[^"]*"?/g, '');
  const counts = DELIMITERS.map((one) => unquoted.split(one).length);
  return { delimiter: DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',', hasChoice: false };
}
