const DIGIT = /\p{Nd}/u;

/** The value of a digit of any script: Unicode has them in runs of ten, zero first. */
function asciiDigit(digit: string) {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

/**
 * The text as a reader sees it: compatibility forms made plain (NFKC), characters without width and control characters
 * gone, digits of every script as ASCII. Everything that is looked for is looked for in this.
 */
export function undisguised(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/(?![\t\n\r])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, '')
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit);
}
