import { loadWhenReachable } from '../api/code.ts';
import { refuseIn } from './refusals.ts';
import { addTexts, texts } from './texts.ts';

/** The languages of the pages, by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof LANGUAGES;

const CHOICE = 'language';

/** Storage may be closed to the page; a choice is then forgotten when the page is left. */
function stored(): string | null {
  try {
    return localStorage.getItem(CHOICE);
  } catch {
    return null;
  }
}

/** The language of a tag such as `de-AT`, if there are texts in it. */
const languageOf = (tag: string | null | undefined) =>
  (Object.keys(LANGUAGES) as Language[]).find((language) => tag?.toLowerCase().split('-')[0] === language);

/** The language for somebody: that of the profile, what was chosen in this browser, or what the browser asks for. */
export const languageFor = (locale?: string | null): Language =>
  [locale, stored(), ...navigator.languages].map(languageOf).find(Boolean) ?? 'en';

/**
 * The tag by which dates and numbers are written in a language: the browser's own one, which names a region, if it has
 * one.
 */
export const tagOf = (language: string) => navigator.languages.find((tag) => languageOf(tag) === language) ?? language;

let wanted: Language = 'en';
let speaking = Promise.resolve();
/** Whether the texts of the pages of signed-in people are needed. */
let isInside = false;

async function german() {
  const [{ de, refusals }, later] = await Promise.all([
    import('./de/de.ts'),
    isInside ? import('./de/inside.ts') : undefined,
  ]);
  return { shown: { ...de, ...later?.inside }, refusals };
}

async function load(language: Language) {
  const loaded = language === 'de' ? await german().catch(() => undefined) : undefined;
  // Somebody may have chosen again meanwhile.
  if (wanted !== language) return;
  if (language !== 'en' && !loaded) {
    wanted = 'en';
    return;
  }
  if (loaded) texts.addResourceBundle(language, 'translation', loaded.shown);
  refuseIn(loaded?.refusals);
  document.documentElement.lang = language;
  await texts.changeLanguage(language);
}

/** Shows the pages in a language, once its texts are here. English stays where they cannot be loaded. */
export function speak(language: Language): Promise<void> {
  if (language !== wanted) {
    wanted = language;
    speaking = load(language);
  }
  return speaking;
}

const loadInside = loadWhenReachable(() => import('./en/inside.ts'));

/** Loads the files of the texts of signed-in people in advance, in the language that is shown. */
export const prepareInside = () => Promise.all([import('./en/inside.ts'), wanted === 'de' && import('./de/inside.ts')]);

async function enter() {
  try {
    addTexts((await loadInside()).inside);
  } catch (error) {
    // Whoever tries again loads them again.
    isInside = false;
    speaking = Promise.resolve();
    throw error;
  }
  await load(wanted);
}

/** Loads the texts of the pages of signed-in people too, in the language that is shown and in each one after it. */
export function speakInside(): Promise<void> {
  if (!isInside) {
    isInside = true;
    speaking = speaking.then(enter);
  }
  return speaking;
}

/** Shows the pages in a language from now on, in this browser. */
export function choose(language: Language) {
  try {
    localStorage.setItem(CHOICE, language);
  } catch {
    // Kept for this page alone.
  }
  return speak(language);
}
