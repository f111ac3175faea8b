const DEFAULT = 'en';

/** The languages of mails and reports. The pages have theirs in `web/texts/language.ts`. */
export type Language = 'en' | 'de';

/** The language for a tag such as `de-AT`, as somebody has chosen it in the profile; English for all others. */
export const languageOf = (locale: string | null | undefined): Language =>
  locale?.toLowerCase().split('-')[0] === 'de' ? 'de' : DEFAULT;

/**
 * The locale of a new account: the language that its browser asks for first (RFC 9110, section 12.5.4), or null where
 * mails and reports are in the default language anyway.
 */
export function preferredLocale(acceptLanguage: string | undefined): Language | null {
  const language = languageOf(acceptLanguage?.split(/[,;]/, 1)[0]?.trim());
  return language === DEFAULT ? null : language;
}
