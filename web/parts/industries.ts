import { useTranslation } from 'react-i18next';
import { organization } from '../texts/en/organization.ts';
import { spelledOut } from './words.ts';

type Industry = keyof typeof organization.industries;

/** The industries that the form offers. */
export const INDUSTRIES = Object.keys(organization.industries) as Industry[];

export const isIndustry = (value: string): value is Industry => INDUSTRIES.some((one) => one === value);

/** The name of an industry as the form offers it; of others their words. */
export function useIndustry() {
  const { t } = useTranslation();
  return (value: string) => (isIndustry(value) ? t(`industries.${value}`) : spelledOut(value));
}
