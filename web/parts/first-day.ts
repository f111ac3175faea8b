import { known, useLocale } from './format.ts';

/** Where weeks begin with Sunday: not all browsers know it. */
const SUNDAY_REGIONS = ['US', 'CA', 'MX', 'BR', 'JP', 'KR', 'IN', 'IL', 'ZA'];

/** The day on which weeks begin: 0 for Sunday, as in the United States, else 1 for Monday. */
export function useFirstDay() {
  const locale = useLocale();
  const region = known(() => new Intl.Locale(locale).maximize().region);
  return SUNDAY_REGIONS.includes(region ?? '') ? 0 : 1;
}
