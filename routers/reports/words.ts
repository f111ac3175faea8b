import type { Language } from '../../server/languages.ts';

/** What the portal says of a report, in the language of the report. */
export const WORDS: Record<Language, { notPrinted: string; nobody: string; byPerson: string; pastPlan: string }> = {
  en: {
    notPrinted: 'It could not be printed.',
    nobody: 'Nobody would get it: there is no recipient with a verified address who wants it.',
    byPerson: 'Held by a person.',
    pastPlan: 'The reports of this month that the plan grants were used up.',
  },
  de: {
    notPrinted: 'Er konnte nicht gedruckt werden.',
    nobody: 'Niemand würde ihn bekommen: Kein Empfänger hat eine bestätigte Adresse und möchte ihn.',
    byPerson: 'Von einer Person zurückgehalten.',
    pastPlan: 'Die Berichte, die der Tarif in diesem Monat umfasst, waren verbraucht.',
  },
};
