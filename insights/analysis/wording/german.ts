import type { InsightContext } from '../../wire.ts';
import type { NamedValue, SeriesName } from '../series.ts';
import {
  bareMonthInGerman as bareMonth,
  countedInGerman,
  joinInGerman,
  monthInGerman as month,
  numberInGerman,
} from './german-formatting.ts';
import { germanSingles } from './german-singles.ts';
import { NAMES } from './names.ts';
import type { AnswerWording } from './wording.ts';

const NOUNS: Record<Exclude<SeriesName, 'rating'>, [one: string, many: string]> = {
  score: ['Wert', 'Werte'],
  reviews: ['Bewertung', 'Bewertungen'],
  sessions: ['Besuch', 'Besuche'],
  users: ['Besucher', 'Besucher'],
  conversions: ['Conversion', 'Conversions'],
  clicks: ['Klick', 'Klicks'],
  impressions: ['Einblendung', 'Einblendungen'],
};

const HEADINGS: Partial<Record<SeriesName, string>> = { score: 'Sichtbarkeitswert', rating: 'Sterne im Schnitt' };

const plural = (name: SeriesName) => (name === 'rating' ? 'Bewertungen' : NOUNS[name][1]);
const amount = (name: SeriesName, value: number) => {
  if (name === 'score') return `ein Wert von ${numberInGerman(value)}`;
  return name === 'rating' ? `im Schnitt ${numberInGerman(value)} Sterne` : countedInGerman(value, ...NOUNS[name]);
};
const isOfSearch = (name: SeriesName) => name === 'clicks' || name === 'impressions';
const isOfReviews = (name: SeriesName) => name === 'reviews' || name === 'rating';
const inDays = (days: number) => `in den letzten ${numberInGerman(days)} Tagen`;

const FIGURES: Partial<Record<SeriesName, string>> = {
  score: 'Sichtbarkeitswert',
  clicks: 'Klicks aus der Websuche',
  reviews: 'neue Bewertungen',
};

const CHANNELS: Record<string, string> = {
  organic: 'organische Suche',
  direct: 'direkte Aufrufe',
  referral: 'Links auf anderen Websites',
  social: 'soziale Netzwerke',
  paid: 'bezahlte Suche',
  paid_social: 'bezahlte Beiträge in sozialen Netzwerken',
  email: 'E-Mail',
  display: 'Bannerwerbung',
  video: 'Videos',
  shopping: 'Shopping',
  affiliate: 'Partnerprogramme',
  sms: 'SMS',
  ai_assistants: 'KI-Assistenten',
  website: 'eigene Website',
  other: 'Sonstige',
};

const partName = (name: string) => CHANNELS[name] ?? NAMES[name] ?? name;

const rates = ({ ai_search, visibility }: InsightContext) =>
  ai_search?.by_engine ?? visibility?.ai_search?.engines ?? [];

const ABSENT = 'Bisher sind keine Antworten von KI-Assistenten erfasst.';

const between = (low: number | null, high: number | null) =>
  low === null || high === null
    ? ''
    : `; der wahre Anteil liegt wahrscheinlich zwischen ${numberInGerman(low)} und ${numberInGerman(high)} Prozent`;

const REASONS = {
  too_few_prompts: 'zu wenige Fragen dieselben sind',
  other_questions: 'andere Fragen gestellt wurden',
  other_models: 'die Assistenten mit anderen Modellen geantwortet haben',
};

function describeChange(all: NonNullable<NonNullable<InsightContext['visibility']>['ai_search']>) {
  const { verdict, change, smallest_visible, not_comparable } = all;
  if (verdict === null)
    return ' Ob sich das verändert hat, lässt sich nicht sagen: Davor gibt es keine Messung aus derselben Quelle.';
  if (verdict === 'not_comparable')
    return ` Mit der Messung davor ist das nicht vergleichbar, weil ${not_comparable.map((reason) => REASONS[reason]).join(' und ')}.`;
  if (verdict === 'moved')
    return change === null
      ? ' Seit der Messung davor hat sich die Rate bewegt.'
      : ` Seit der Messung davor hat sich die Rate bewegt: um ${numberInGerman(Math.abs(change))} Punkte nach ${change > 0 ? 'oben' : 'unten'}.`;
  const visible =
    smallest_visible === null ? '' : ` (eine von ${numberInGerman(smallest_visible)} Punkten wäre zu sehen gewesen)`;
  return ` Seit der Messung davor ist keine klare Veränderung zu sehen${visible}.`;
}

function describeAll({ visibility }: InsightContext) {
  const all = visibility?.ai_search;
  if (!all) return undefined;
  const share =
    all.share_of_voice === null
      ? ''
      : ` Von allen Nennungen von Ihnen und Ihren Wettbewerbern sind ${numberInGerman(all.share_of_voice)} Prozent Ihre.`;
  return `KI-Assistenten nennen Sie in ${numberInGerman(all.mention_rate)} Prozent von ${countedInGerman(all.answers, 'Antwort', 'Antworten')}${between(all.low, all.high)}.${describeChange(all)}${share}`;
}

export const german: AnswerWording = {
  month,
  bareMonth,
  total: (name, value, days) =>
    ({
      score: `Der Sichtbarkeitswert liegt bei ${numberInGerman(value)} von 100.`,
      reviews: `Sie haben insgesamt ${countedInGerman(value, ...NOUNS.reviews)}.`,
      rating: `Alle Bewertungen ergeben im Schnitt ${numberInGerman(value)} Sterne.`,
      sessions: `Ihre Website hatte ${inDays(days)} ${countedInGerman(value, ...NOUNS.sessions)}.`,
      users: `Ihre Website hatte ${inDays(days)} ${countedInGerman(value, ...NOUNS.users)}.`,
      conversions: `Es gab ${inDays(days)} ${countedInGerman(value, ...NOUNS.conversions)}.`,
      clicks: `Die Websuche brachte ${inDays(days)} ${countedInGerman(value, ...NOUNS.clicks)}.`,
      impressions: `In der Websuche gab es ${inDays(days)} ${countedInGerman(value, ...NOUNS.impressions)}.`,
    })[name],
  nothing: (name) => {
    if (name === 'score') return 'Bisher sind keine Werte erfasst.';
    if (isOfSearch(name)) return 'Bisher sind keine Zahlen der Websuche erfasst.';
    return isOfReviews(name)
      ? 'Bisher sind keine Bewertungen erfasst.'
      : 'Bisher sind keine Besuche Ihrer Website erfasst.';
  },
  inMonth: (name, when, value, isCurrent) => {
    const soFar = isCurrent ? 'bisher ' : '';
    if (name === 'score') return `Der Sichtbarkeitswert lag im ${month(when)} ${soFar}bei ${numberInGerman(value)}.`;
    return name === 'rating'
      ? `Die Bewertungen im ${month(when)} ergeben ${soFar}${amount(name, value)}.`
      : `Im ${month(when)} ${value === 1 ? 'war' : 'waren'} es ${soFar}${amount(name, value)}.`;
  },
  inMonths: (name, months) =>
    `${HEADINGS[name] ?? plural(name)} nach Monat: ${joinInGerman(
      months.map((row) => `${numberInGerman(row.value)} im ${month(row.month)}`),
    )}.`,
  nothingIn: (name, when) =>
    `Für ${bareMonth(when)} sind keine ${isOfReviews(name) ? 'Bewertungen' : plural(name)} erfasst.`,
  inPart: (name, { name: part, value }, days) =>
    isOfReviews(name)
      ? `Auf ${partName(part)} haben Sie ${amount(name, value)}.`
      : `Über „${partName(part)}“ kamen ${inDays(days)} ${countedInGerman(value, ...NOUNS.sessions)}.`,
  nothingInPart: (name, part) =>
    isOfReviews(name)
      ? `Auf ${partName(part)} sind keine Bewertungen erfasst.`
      : `Über „${partName(part)}“ sind keine Besuche erfasst.`,
  inPartAndMonth: (name, part, when) =>
    `Im ${month(when)} ${part.value === 1 ? 'war' : 'waren'} es ${amount(name, part.value)} auf ${partName(part.name)}.`,
  notTogether: (name) =>
    isOfReviews(name)
      ? 'Die Zahlen trennen Monate und Plattformen, aber nicht beides zugleich.'
      : 'Die Zahlen trennen Monate und Kanäle, aber nicht beides zugleich.',
  byPart: (name, parts: NamedValue[], days) => {
    const said = joinInGerman(parts.map((part) => `${partName(part.name)} ${numberInGerman(part.value)}`));
    if (!isOfReviews(name)) return `Besuche nach Kanal ${inDays(days)}: ${said}.`;
    return `${name === 'rating' ? 'Sterne im Schnitt' : 'Bewertungen'} nach Plattform: ${said}.`;
  },
  extremeMonth: (name, which, months) => {
    const [first] = months;
    if (!first) return '';
    const said = joinInGerman(months.map((row) => month(row.month)));
    const kind = which === 'most' ? 'beste' : 'schwächste';
    return months.length === 1
      ? `Der ${kind} Monat war ${said}: ${amount(name, first.value)}.`
      : `Die ${kind}n Monate waren ${said}: je ${amount(name, first.value)}.`;
  },
  extremePart: (name, which, part, days) => {
    const most = which === 'most';
    if (name === 'rating')
      return `Den ${most ? 'besten' : 'niedrigsten'} Schnitt haben Sie auf ${partName(part.name)}: ${numberInGerman(part.value)} Sterne.`;
    return name === 'reviews'
      ? `Die ${most ? 'meisten' : 'wenigsten'} Bewertungen sind auf ${partName(part.name)}: ${numberInGerman(part.value)}.`
      : `Die ${most ? 'meisten' : 'wenigsten'} Besuche kommen über „${partName(part.name)}“: ${numberInGerman(part.value)} ${inDays(days)}.`;
  },
  figure: (name) => FIGURES[name] ?? plural(name),
  progress: (before, last, { better, worse }) => {
    if (better.length + worse.length === 0)
      return `Der ${last} war nicht besser und nicht schlechter als der ${before}.`;
    const besides = worse.length > 0 ? `; schlechter bei: ${joinInGerman(worse)}` : '';
    return better.length > 0
      ? `Der ${last} war besser als der ${before} bei: ${joinInGerman(better)}${besides}.`
      : `Der ${last} war schlechter als der ${before} bei: ${joinInGerman(worse)}.`;
  },
  notOver: (when) => `Der ${when} ist noch nicht vorbei, deshalb werden ganze Monate verglichen.`,
  more: (name, more) => {
    if (more === undefined) return 'Beide sind gleich.';
    if (name === 'score') return `Der Wert ist höher bei: ${more}.`;
    return name === 'rating' ? `Der Schnitt ist höher bei: ${more}.` : `Mehr sind es bei: ${more}.`;
  },
  partName,
  bounds: (first, last) => `Die Zahlen nach Monat reichen von ${first} bis ${last}; für andere Monate gibt es keine.`,
  onlyMonths:
    'Die Zahlen gibt es für ganze Monate und für die letzten Tage zusammen, nicht für einzelne Tage oder Wochen.',
  notByPart: (name) =>
    isOfReviews(name)
      ? 'Nach Plattformen sind diese Zahlen nicht getrennt.'
      : 'Nach Kanälen sind nur Besuche getrennt.',
  notByMonth: 'Wie das in einem einzelnen Monat war, ist nicht unter den Zahlen.',
  single: germanSingles,
  mentions: (context, engines) => {
    const all = rates(context);
    if (all.length === 0) return ABSENT;
    const together = engines.length === 0 ? describeAll(context) : undefined;
    if (together) return together;
    const known = engines.length === 0 ? all : all.filter(({ engine }) => engines.includes(engine));
    const missing = engines.filter((name) => !known.some(({ engine }) => engine === name));
    return [
      ...known.map(
        ({ engine, mention_rate, low, high }) =>
          `${NAMES[engine] ?? engine} nennt Sie in ${numberInGerman(mention_rate)} Prozent der Antworten${between(low, high)}.`,
      ),
      ...missing.map((name) => `Von ${NAMES[name] ?? name} sind keine Antworten erfasst.`),
    ].join(' ');
  },
  extremeEngine: (context, which) => {
    const all = rates(context);
    const value = (which === 'most' ? Math.max : Math.min)(...all.map(({ mention_rate }) => mention_rate));
    const names = all.filter(({ mention_rate }) => mention_rate === value).map(({ engine }) => NAMES[engine] ?? engine);
    if (names.length === 0) return ABSENT;
    return `${joinInGerman(names)} ${names.length === 1 ? 'nennt' : 'nennen'} Sie am ${which === 'most' ? 'häufigsten' : 'seltensten'}: in ${numberInGerman(value)} Prozent der Antworten.`;
  },
  unlisted: 'Das ist hier nicht unter Ihren Zahlen.',
  offTopic: 'Ihre Zahlen beantworten diese Frage nicht.',
  canAnswer: (subjects) => {
    const can = {
      reviews: 'Ihren Bewertungen (Anzahl, Sterne, Monate, Plattformen)',
      visits: 'den Besuchen Ihrer Website (Monate, Kanäle, Conversions)',
      scores: 'Ihrem Sichtbarkeitswert und seinen Bestandteilen',
      mentions: 'Ihren Nennungen in KI-Assistenten',
      competitors: 'Ihrem Rang unter Wettbewerbern',
      goals: 'Ihren Zielen',
      tasks: 'Ihren offenen Aufgaben',
      content: 'Ihren veröffentlichten Seiten',
      social: 'Ihrer Reichweite in sozialen Netzwerken',
    };
    return subjects.length === 0
      ? 'Bisher ist nichts erfasst, woraus sich Fragen beantworten ließen.'
      : `Sie beantworten Fragen zu ${joinInGerman(subjects.map((subject) => can[subject]))}.`;
  },
  withoutAi: 'Die KI-Analyse ist gerade nicht verfügbar; dies wurde aus Ihren eigenen Zahlen berechnet.',
};
