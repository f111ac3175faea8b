import type { Language } from '../../../../server/languages.ts';
import { bar } from '../charts.ts';
import { formatsIn, truncate } from '../formatting.ts';
import { html } from '../html.ts';
import { userText } from '../user-text.ts';
import type { PeriodData } from './period-data.ts';
import type { PeriodReport } from './report-sections.ts';
import type { PeriodWording, PeriodWords } from './wording/period-english.ts';

type Texts = PeriodWording['texts'];
type Mentioned = Parameters<Texts['evidence']['mentioned']>[0];

const NAME = 80;

interface Words {
  title: (name: string) => string;
  mentions: (name: string, rate: string, answers: number) => string;
  noMentions: (name: string, answers: number) => string;
  mentioned: (facts: Mentioned) => ReturnType<Texts['evidence']['mentioned']>;
  score: (day: string, score: string) => string;
  andMore: Texts['andMore'];
  madeBy: (agency: string) => string;
  instead: { title: string; lead: (name: string, answers: number) => string; business: string; answers: string };
}

const english = (answers: number) => formatsIn('en').pluralize(answers, 'answer');
const german = (answers: number) => formatsIn('de').pluralize(answers, 'Antwort', 'Antworten');

const WORDS: Record<Language, Words> = {
  en: {
    title: (name) => `How AI assistants see ${name}`,
    mentions: (name, rate, answers) => `AI assistants named ${name} in ${rate} of ${english(answers)}.`,
    noMentions: (name, answers) => `AI assistants named ${name} in none of ${english(answers)}.`,
    mentioned: ({ name, interval, answers }) =>
      html`None of ${english(answers)} mentions ${name}${interval && `; for questions of this kind the 95% interval is ${interval}`}.`,
    score: (day, score) => `The visibility score was ${score} of 100 on ${day}.`,
    andMore: (left) => `And ${left}.`,
    madeBy: (agency) => `Made by ${agency}`,
    instead: {
      title: 'Who is named instead',
      lead: (name, answers) =>
        `In ${english(answers)} that ${answers === 1 ? 'does' : 'do'} not name ${name}, assistants name these businesses.`,
      business: 'Business',
      answers: 'Answers',
    },
  },
  de: {
    title: (name) => `Wie KI-Assistenten ${name} sehen`,
    mentions: (name, rate, answers) => `KI-Assistenten nannten ${name} in ${rate} von ${german(answers)}.`,
    noMentions: (name, answers) => `KI-Assistenten nannten ${name} in keiner von ${german(answers)}.`,
    mentioned: ({ name, interval, answers }) =>
      html`Keine von ${german(answers)} nennt ${name}${interval && `; für Fragen dieser Art ist das 95-%-Intervall ${interval}`}.`,
    score: (day, score) => `Der Sichtbarkeitswert lag am ${day} bei ${score} von 100.`,
    andMore: (left) => `Und ${left}.`,
    madeBy: (agency) => `Erstellt von ${agency}`,
    instead: {
      title: 'Wer stattdessen genannt wird',
      lead: (name, answers) =>
        `In ${german(answers)}, die ${name} nicht ${answers === 1 ? 'nennt' : 'nennen'}, stehen diese Unternehmen.`,
      business: 'Unternehmen',
      answers: 'Antworten',
    },
  },
};

/** Whom assistants name in the answers that do not name the business. */
export function insteadBlock(
  organization: string,
  { answers, businesses }: NonNullable<PeriodReport['namedInstead']>,
  { language, formatNumber }: PeriodWording,
) {
  const words = WORDS[language].instead;
  return html`<div class="keep"><h3>${words.title}</h3><p>${words.lead(truncate(organization, NAME), answers)}</p>
    <table><thead><tr><th>${words.business}</th><th class="w-m"></th><th class="n w-n">${words.answers}</th></tr></thead><tbody>
    ${businesses.map(
      ({ name, answers: count }) =>
        html`<tr><td>${userText(truncate(name, NAME))}</td><td>${bar((100 * count) / answers, { kind: 'peer' })}</td><td class="n">${formatNumber(count)}</td></tr>`,
    )}</tbody></table></div>`;
}

export const madeBy = (language: Language, agency: string) => WORDS[language].madeBy(agency);

/** The words for a business that is no client yet: nothing was done for it, and it has no portal to look into. */
export function firstLookWording(wording: PeriodWording, { organization: { name }, scan }: PeriodData): PeriodWording {
  const own = WORDS[wording.language];
  const isNamed = scan?.evidence?.mentionRate !== 0;
  const overview: PeriodWords['overview'] = {
    ...wording.words.overview,
    title: own.title(name),
    mentions: (rate, answers) => (isNamed ? own.mentions(name, rate, answers) : own.noMentions(name, answers)),
    score: own.score,
  };
  const evidence: Texts['evidence'] = {
    ...wording.texts.evidence,
    ...(!isNamed && { mentioned: own.mentioned }),
  };
  return {
    ...wording,
    words: { ...wording.words, overview },
    texts: { ...wording.texts, andMore: own.andMore, evidence },
  };
}

const NO_CONFIDENCE = { score: null, band: null, summary: null, detail: null, factors: [] };

/** The figures without what only says something beside a scan before. */
export const firstLookData = ({ scan, ...data }: PeriodData): PeriodData => ({
  ...data,
  scoreChange: null,
  scan: scan && { ...scan, aeo: scan.aeo && { ...scan.aeo, aeo_confidence: NO_CONFIDENCE } },
});
