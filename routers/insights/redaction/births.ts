import { type Detector, detector } from './detector.ts';

const MONTH =
  '(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|mär|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|okt(?:ober)?|nov(?:ember)?|dec(?:ember)?|dez(?:ember)?)\\.?';
const NUMERIC = String.raw`(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?(?:\d{4}|\d{2}))`;
const WRITTEN = String.raw`(?:\d{1,2}(?:st|nd|rd|th|\.)?\s(?:of\s)?${MONTH},?\s\d{4}|${MONTH}\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4})`;
const DAY = String.raw`(?:${NUMERIC}|${WRITTEN}|\d{1,2}\.\s?\d{1,2}\.|${MONTH}\s\d{1,2}(?:st|nd|rd|th)?(?![\d.,])|(?:im\s|in\s)?${MONTH}\s\d{4}|\d{1,2}\.?\s${MONTH})`;

/** After a word for it, any date. */
const LABELLED = new RegExp(
  String.raw`(?<keep>(?<!\p{L})(?:born|d\.?o\.?b\.?|date of birth|birth ?da(?:y|te)s?|bday|b-day|geburts(?:datum|tag)|geb\.?|geboren(?:e[rn]?)?|né(?:e)? le|data urodzenia|fecha de nacimiento|data di nascita|feiert|turn(?:s|ed) \d{2})(?:[^\p{L}\p{N}\n]{0,3}(?:is|was|on the|on|in|am|im|the|war|wurde|sie|er|bin|ich|ist|of|der|:|=|\[name\]))*[^\p{L}\p{N}\n]{0,3})(?:the\s)?(?:${DAY}|(?:19|20)\d\d(?![\d.,%]))(?![\d%])`,
  'giu',
);
const BEFORE = new RegExp(
  String.raw`(?<![\d.,/-])(?:${DAY})(?=\s(?:geboren|geb\.|born|birthday|geburtstag|zur welt)(?!\p{L}))`,
  'giu',
);
const AFTER_NAME = new RegExp(
  String.raw`(?<keep>\[name\]\s?[,;:(–-]?\s?(?:\*|geb\.?\s)?\s?)(?:${NUMERIC}|${WRITTEN})(?![\d%])`,
  'giu',
);
/** Whole days of years in which clients’ people were born, but where something began. */
const OLD = new RegExp(String.raw`(?<![\p{L}\d.,/-])(?:${NUMERIC}|${WRITTEN})(?![\d%]|[./-]\d)`, 'giu');
const BEGINNING =
  /(?:since|founded|established|opened|opening|launched|started|from|until|till|seit|gegründet|eröffnet|eröffnung|ab|bis|vom|between|zwischen|version|release)(?:\s(?:on|the|am|in|im|den))*\s$/i;

const yearOf = (found: string) => Number(/(?:19|20)\d\d/.exec(found)?.[0] ?? 0);

/** Dates of birth by a word for them; run before names are looked for. */
export const BIRTHS: Detector[] = [
  detector('date', LABELLED),
  detector('date', BEFORE),
  detector('date', OLD, (found, before) => yearOf(found) >= 1920 && yearOf(found) <= 2005 && !BEGINNING.test(before)),
];

/** Dates of birth after a name; run when names have been replaced. */
export const BIRTHS_OF_NAMES: Detector[] = [detector('date', AFTER_NAME, (found) => yearOf(found) < 2016)];
