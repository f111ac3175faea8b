import type { Language } from '../../server/languages.ts';
import { englishTemplates } from './shared/english.ts';
import { germanTemplates } from './shared/german.ts';
import type { SharedTemplate, SharedText } from './shared/text.ts';

const shared = (text: SharedText, at: number): SharedTemplate => ({
  ...text,
  id: `01939d5e-7c00-7000-8000-${String(at + 1).padStart(12, '0')}`,
  vertical: null,
  contentFormat: 'markdown',
  updatedAt: new Date('2026-11-21T00:00:00Z'),
});

/** The templates of every client, with the same ids in each language. They belong to no tenant: they are code. */
export const SHARED_TEMPLATES: Record<Language, SharedTemplate[]> = {
  en: englishTemplates.map(shared),
  de: germanTemplates.map(shared),
};
