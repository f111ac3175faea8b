import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { alerts } from './en/alerts.ts';
import type { audit } from './en/audit.ts';
import type { channels } from './en/channels.ts';
import type { content } from './en/content.ts';
import { en } from './en/en.ts';
import type { figuresIn } from './en/figures-in.ts';
import type { inside } from './en/inside.ts';
import type { market } from './en/market.ts';
import type { measuring } from './en/measuring.ts';
import type { operator } from './en/operator.ts';
import type { plans } from './en/plans.ts';
import type { portfolios } from './en/portfolios.ts';
import type { prospects } from './en/prospects.ts';
import type { reporting } from './en/reporting.ts';
import type { signingIn } from './en/signing-in.ts';
import type { trail } from './en/trail.ts';
import type { webhooks } from './en/webhooks.ts';

/** The texts that are loaded with the pages that show them. */
export type Later = typeof inside &
  typeof alerts &
  typeof audit &
  typeof channels &
  typeof content &
  typeof figuresIn &
  typeof market &
  typeof measuring &
  typeof webhooks &
  typeof operator &
  typeof plans &
  typeof prospects &
  typeof portfolios &
  typeof reporting &
  typeof signingIn &
  typeof trail;

/** All texts, which each language has. */
type Texts = typeof en & Later;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts };
  }
}

/** The texts of the pages, by language. English is always there; see `language.ts` for the others. */
export const texts = createInstance();

texts.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  // React escapes what it shows.
  interpolation: { escapeValue: false },
  showSupportNotice: false,
} as Parameters<typeof texts.init>[0]);

/** Adds the English texts of some pages, whose modules call this: they are loaded with them. */
export const addTexts = (more: Partial<Later>) => texts.addResourceBundle('en', 'translation', more, true);
