/** How a national number is written, and what it must satisfy. */
export type Form = {
  /** A pattern without its borders; separators included. */
  pattern: string;
  /** Whether its digits are right; where it is missing the pattern is enough. */
  valid?: (found: string) => boolean;
};

type Validate = (value: string) => { isValid: boolean };

/** A check of the library on the number without its separators. */
export const checked =
  (...validators: Validate[]) =>
  (found: string) => {
    const bare = found.replace(/[\s./-]/g, '').toUpperCase();
    return validators.some((validate) => validate(bare).isValid);
  };

/** Whether digits from an index on are a day of the calendar, in an order such as `yymmdd`. */
export const isDay = (found: string, order: 'yymmdd' | 'ddmmyy' | 'yyyymmdd', from = 0) => {
  const digits = found.replace(/\D/g, '').slice(from);
  const [month, day] = order === 'ddmmyy' ? [2, 0] : order === 'yymmdd' ? [2, 4] : [4, 6];
  const [m, d] = [Number(digits.slice(month, month + 2)), Number(digits.slice(day, day + 2))];
  return m >= 1 && m <= 12 && d >= 1 && d <= 31;
};
