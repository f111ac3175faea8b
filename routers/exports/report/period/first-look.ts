import type { Language } from '../../../../server/languages.ts';
import { html } from '../html.ts';
import type { PeriodData } from './period-data.ts';
import type { PeriodWording, PeriodWords } from './wording/period-english.ts';

type Texts = PeriodWording['texts'];
type Mentioned = Parameters<Texts['evidence']['mentioned']>[0];

interface Words {
  title: (name: string) => string;
  mentions: (name: string, rate: string, answers: string) => string;
  noMentions: (name: string, answers: string) => string;
  mentioned: (facts: Mentioned, answers: string) => ReturnType<Texts['evidence']['mentioned']>;
  score: (day: string, score: string) => string;
  omitted: Texts['omitted'];
  madeBy: (agency: string) => string;
}

const more = (of: string) => (count: string) => `And ${count} more ${of}.`;
const weitere = (of: string) => (count: string) => `Und ${count} weitere ${of}.`;

const WORDS: Record<Language, Words> = {
  en: {
    title: (name) => `How AI assistants see ${name}`,
    mentions: (name, rate, answers) => `AI assistants named ${name} in ${rate} of ${answers} answers.`,
    noMentions: (name, answers) => `AI assistants named ${name} in none of ${answers} answers.`,
    mentioned: ({ name, interval }, answers) =>
      html`None of ${answers} answers mentions ${name}${interval && `; for questions of this kind the 95% interval is ${interval}`}.`,
    score: (day, score) => `The visibility score was ${score} of 100 on ${day}.`,
    omitted: {
      assistants: more('assistants'),
      domains: more('domains'),
      factors: more('factors'),
      questions: more('questions'),
      competitors: more('competitors'),
      components: more('components'),
      tiers: more('areas'),
      goals: more('goals'),
      directories: more('directories'),
    },
    madeBy: (agency) => `Made by ${agency}`,
  },
  de: {
    title: (name) => `Wie KI-Assistenten ${name} sehen`,
    mentions: (name, rate, answers) => `KI-Assistenten nannten ${name} in ${rate} von ${answers} Antworten.`,
    noMentions: (name, answers) => `KI-Assistenten nannten ${name} in keiner von ${answers} Antworten.`,
    mentioned: ({ name, interval }, answers) =>
      html`Keine von ${answers} Antworten nennt ${name}${interval && `; für Fragen dieser Art ist das 95-%-Intervall ${interval}`}.`,
    score: (day, score) => `Der Sichtbarkeitswert lag am ${day} bei ${score} von 100.`,
    omitted: {
      assistants: weitere('Assistenten'),
      domains: weitere('Domains'),
      factors: weitere('Faktoren'),
      questions: weitere('Fragen'),
      competitors: weitere('Wettbewerber'),
      components: weitere('Komponenten'),
      tiers: weitere('Bereiche'),
      goals: weitere('Ziele'),
      directories: weitere('Verzeichnisse'),
    },
    madeBy: (agency) => `Erstellt von ${agency}`,
  },
};

export const madeBy = (language: Language, agency: string) => WORDS[language].madeBy(agency);

/** The words for a business that is no client yet: nothing was done for it, and it has no portal to look into. */
export function firstLookWording(wording: PeriodWording, { organization: { name }, scan }: PeriodData): PeriodWording {
  const own = WORDS[wording.language];
  const isNamed = scan?.evidence?.mentionRate !== 0;
  const overview: PeriodWords['overview'] = {
    ...wording.words.overview,
    title: own.title(name),
    mentions: (rate, answers) =>
      isNamed
        ? own.mentions(name, rate, wording.formatNumber(answers))
        : own.noMentions(name, wording.formatNumber(answers)),
    score: own.score,
  };
  const evidence: Texts['evidence'] = {
    ...wording.texts.evidence,
    ...(!isNamed && { mentioned: (facts) => own.mentioned(facts, wording.formatNumber(facts.answers)) }),
  };
  return {
    ...wording,
    words: { ...wording.words, overview },
    texts: { ...wording.texts, omitted: own.omitted, evidence },
  };
}

const NO_CONFIDENCE = { score: null, band: null, summary: null, detail: null, factors: [] };

/** The figures without what only says something beside a scan before. */
export const firstLookData = ({ scan, ...data }: PeriodData): PeriodData => ({
  ...data,
  scoreChange: null,
  scan: scan && { ...scan, aeo: scan.aeo && { ...scan.aeo, aeo_confidence: NO_CONFIDENCE } },
});
