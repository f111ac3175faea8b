import type { Language } from '../../../../server/languages.ts';

const english = {
  score:
    'How easily people find you online, from 0 to 100: in search, in AI assistants, in directories and in reviews. Each scan measures it anew. Higher is better: compare it with your competitors and with the scan before.',
  rawScore:
    'The score before it is adjusted for how sure the measurement is. Where both lie close together, the measurement is reliable.',
  confidence:
    'How sure the scan is of its scores, from 0 to 100%. The lower it is, the more sources were missing: then look at the direction rather than at single points.',
  aiPosition: 'How early your name comes in an answer that lists several, from 0 to 100. Higher is earlier.',
  aiSentiment: 'How favorably answers speak of you, from 0 to 100. Higher is friendlier.',
  aiAccuracy:
    'How much of what answers say about you is right, from 0 to 100. Where it is low, correct what your pages and listings say.',
  mentionRate:
    'The share of answers that name you. The range around it is where the true value lies 19 times out of 20.',
  verified: 'A listing that is known to be yours. One that shows something else than your settings needs correction.',
  candidate: 'An entry that may be yours, but that nobody has confirmed yet.',
  visits: 'How often somebody came to your website. Several pages in a row are one visit.',
  visitors:
    'How many different people came. Where a tool counts each day anew, somebody who came on two days counts twice.',
  leads: 'How often a visit led to what your analytics tool counts as a conversion: a call, a form, a booking.',
  impressions: 'How often a page of yours was shown in the results of Google Search.',
  ctr: 'The share of impressions that led to a click. It is higher on the first places.',
  position: 'The average place of your pages in the results. 1 is the first place; lower is better.',
  rating:
    'The average of the stars of all reviews of the period, from 1 to 5. Compare it with the year before and with your competitors.',
  responseRate: 'The share of reviews that you have answered. Higher is better; answer bad ones first.',
};

/** What a figure of a report is. */
export type Term = keyof typeof english;

const german: Record<Term, string> = {
  score:
    'Wie leicht man Sie online findet, von 0 bis 100: in Suchmaschinen, KI-Assistenten, Verzeichnissen und Bewertungen. Jeder Scan misst neu. Höher ist besser: Vergleichen Sie ihn mit Ihren Wettbewerbern und mit dem Scan davor.',
  rawScore:
    'Der Wert, bevor die Sicherheit der Messung eingerechnet wird. Liegen beide nah beieinander, ist die Messung zuverlässig.',
  confidence:
    'Wie sicher der Scan seiner Werte ist, von 0 bis 100 %. Je niedriger, desto mehr Quellen haben gefehlt: Achten Sie dann auf die Richtung statt auf einzelne Punkte.',
  aiPosition: 'Wie weit vorn Sie in einer Antwort mit mehreren Namen stehen, von 0 bis 100. Höher heißt weiter vorn.',
  aiSentiment: 'Wie positiv Antworten über Sie sprechen, von 0 bis 100. Höher ist freundlicher.',
  aiAccuracy:
    'Wie viel von dem stimmt, was Antworten über Sie sagen, von 0 bis 100. Ist der Wert niedrig, berichtigen Sie Ihre Seiten und Verzeichniseinträge.',
  mentionRate: 'Der Anteil der Antworten, die Sie nennen. Im Bereich darum liegt der wahre Wert in 19 von 20 Fällen.',
  verified:
    'Ein Eintrag, der sicher Ihnen gehört. Zeigt er etwas anderes als Ihre Einstellungen, ist er zu korrigieren.',
  candidate: 'Ein Eintrag, der Ihrer sein könnte, den aber noch niemand bestätigt hat.',
  visits: 'Wie oft jemand auf Ihre Website kam. Mehrere Seiten hintereinander sind ein Besuch.',
  visitors:
    'Wie viele verschiedene Menschen kamen. Zählt ein Werkzeug jeden Tag neu, zählt doppelt, wer an zwei Tagen kam.',
  leads:
    'Wie oft ein Besuch zu dem führte, was Ihr Analysewerkzeug als Conversion zählt: ein Anruf, ein Formular, eine Buchung.',
  impressions: 'Wie oft eine Ihrer Seiten in den Ergebnissen der Google-Suche gezeigt wurde.',
  ctr: 'Der Anteil der Impressionen, die zu einem Klick führten. Auf den ersten Plätzen ist er höher.',
  position: 'Der durchschnittliche Platz Ihrer Seiten in den Ergebnissen. 1 ist der erste Platz; weniger ist besser.',
  rating:
    'Das Mittel der Sterne aller Bewertungen des Zeitraums, von 1 bis 5. Vergleichen Sie es mit dem Vorjahr und mit Ihren Wettbewerbern.',
  responseRate:
    'Der Anteil der Bewertungen, die Sie beantwortet haben. Höher ist besser; beantworten Sie schlechte zuerst.',
};

/** The sentences that stand beside the figures on the pages too. */
export const MEANINGS: Record<Language, Record<Term, string>> = { en: english, de: german };
