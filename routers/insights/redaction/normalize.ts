const DIGIT = /\p{Nd}/u;

/** The ASCII digit of a digit in any script; Unicode orders them in runs of ten from zero. */
function asciiDigit(digit: string) {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

/**
 * Normalizes a text before detection: NFKC, without zero-width and control characters, and with digits of every script
 * as ASCII.
 */
export function normalizeQuestion(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/(?![\t\n\r])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, '')
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit);
}
