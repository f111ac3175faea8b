import { formatsIn } from '../formatting.ts';
import { html } from '../html.ts';
import { userText } from '../user-text.ts';
import type { Wording } from './english.ts';

const formats = formatsIn('de');
const { formatNumber, formatScore, formatDate, formatChange, formatDistance, pluralize } = formats;

const enumeration = new Intl.ListFormat('de-DE');

const standing = (difference: number | null) => {
  if (difference === null) return '';
  if (difference === 0) return ' liegt genau in diesem Durchschnitt';
  return ` liegt ${formatDistance(difference)} ${difference > 0 ? 'darüber' : 'darunter'}`;
};

const moved = (change: number | null) => {
  if (change === null) return 'Das war der erste Scan der Organisation.';
  if (change === 0) return 'Er ist seit dem vorigen Scan unverändert.';
  return `Das sind ${formatDistance(change)} ${change > 0 ? 'mehr' : 'weniger'} als beim vorigen Scan.`;
};

const LEVELS = { high: 'Hoher', medium: 'Mittlerer', low: 'Geringer' };
const EFFECTS = { high: 'Große', medium: 'Mittlere', low: 'Geringe' };

const OBSTACLES = {
  too_few_prompts: 'zu wenige Fragen dieselben sind',
  other_questions: 'andere Fragen gestellt wurden',
  other_models: 'die Assistenten mit anderen Modellen geantwortet haben',
};

const whyNotComparable: Wording['texts']['evidence']['whyNotComparable'] = (reasons) =>
  reasons.map((reason) => OBSTACLES[reason]).join(' und ');

const texts: Wording['texts'] = {
  report: 'Sichtbarkeitsbericht',
  of100: (score) => `${score} von 100`,
  andMore: (left) => `Und ${left}, im Portal aufgeführt.`,
  omitted: {
    assistants: { one: 'weiterer Assistent', other: 'weitere Assistenten' },
    domains: { one: 'weitere Domain', other: 'weitere Domains' },
    factors: { one: 'weiterer Faktor', other: 'weitere Faktoren' },
    questions: { one: 'weitere Frage', other: 'weitere Fragen' },
    competitors: { one: 'weiterer Wettbewerber', other: 'weitere Wettbewerber' },
    components: { one: 'weitere Komponente', other: 'weitere Komponenten' },
    tiers: { one: 'weiterer Bereich', other: 'weitere Bereiche' },
    goals: { one: 'weiteres Ziel', other: 'weitere Ziele' },
    directories: { one: 'weiteres Verzeichnis', other: 'weitere Verzeichnisse' },
  },
  cover: {
    change: 'seit dem vorigen Scan',
    rank: (rank, total) => `${rank} von ${total}`,
    rankLabel: 'Rang im Markt',
    aiSearch: 'KI-Sichtbarkeit',
    confidence: 'Konfidenz',
    noScan:
      'Es wurde noch kein Scan abgeschlossen. Nach dem ersten zeigt dieser Bericht Werte und ihren Verlauf, einen Vergleich mit Wettbewerbern und Empfehlungen.',
  },
  scores: {
    eyebrow: 'Überblick',
    title: 'Gesamtwert',
    lead: (day, score, change) => html`Am ${day} war der Gesamtwert ${score} von 100. ${moved(change)}`,
    overall: 'Gesamtwert',
    change: 'seit dem vorigen Scan',
    raw: 'Rohwert',
    confidence: 'Konfidenz',
    parts: {
      tiers: 'Bereiche und Komponenten',
      peers: 'Wettbewerber',
      aeo: 'KI-Suche',
      listings: 'Verzeichniseinträge',
    },
    missing: (parts) => `Nicht in diesem Scan: ${enumeration.format(parts)}.`,
    trend: (day) => `Verlauf seit ${day}`,
    trendAlternative: 'Werte im Zeitverlauf',
    overallLine: 'Gesamtwert',
    rawLine: 'Rohwert',
    latest: 'Letzte Scans',
    heads: { date: 'Datum', overall: 'Gesamt', change: 'Änderung', raw: 'Roh' },
  },
  components: {
    eyebrow: 'Zusammensetzung',
    title: 'Bereiche und Komponenten',
    lead: (best, worst) =>
      html`Die stärkste Komponente ist ${best.label} mit ${formatScore(best.score)}, die schwächste ${worst.label} mit ${formatScore(worst.score)}.`,
    other: 'Sonstige',
    heads: { component: 'Komponente', score: 'Wert' },
  },
  competitors: {
    eyebrow: 'Markt',
    title: 'Wettbewerber',
    lead: ({ rank, total, peers, average, name, difference }) =>
      html`Rang ${rank} von ${total}. Der Durchschnitt von ${pluralize(peers, 'Wettbewerber', 'Wettbewerbern')} ist
      ${formatScore(average)}; ${name}${standing(difference)}.`,
    heads: { rank: 'Rang', name: 'Name', score: 'Wert' },
    average: 'Durchschnitt der Wettbewerber',
    stale: (asOf, timezone) => `Diese Zahlen sind vom ${formatDate(asOf, timezone)} und damit älter als 30 Tage.`,
    byComponent: 'Vergleich nach Komponente',
    componentHeads: { component: 'Komponente', own: 'Ihr Wert', average: 'Durchschnitt', difference: 'Abstand' },
  },
  aiSearch: {
    eyebrow: 'KI-Assistenten',
    title: 'KI-Sichtbarkeit',
    lead: (score, answers, isLimited) =>
      `Die KI-Sichtbarkeit ist ${formatScore(score)} von 100, auf der Grundlage von ${pluralize(answers, 'Antwort', 'Antworten')}${isLimited ? ' und mit begrenzter Abdeckung' : ''}.`,
    measures: {
      visibility: 'Nennungen',
      position: 'Position',
      sentiment: 'Tonfall',
      accuracy: 'Richtigkeit',
    },
    heads: { measure: 'Maß', score: 'Wert' },
    confidence: (score) => `Konfidenz ${formatScore(score)} von 100`,
    bands: { low: 'niedrig', medium: 'mittel', high: 'hoch' },
    factorHeads: { factor: 'Faktor', value: 'Wert', weight: 'Gewicht' },
    questions: 'Gestellte Fragen',
  },
  evidence: {
    mentions: 'Nennungen in Antworten',
    mentioned: ({ rate, answers, day, name, interval }) =>
      html`${rate} von ${pluralize(answers, 'Antwort', 'Antworten')} ${day && `vom ${day}`} nennen
      ${name}${interval && `; für Fragen dieser Art ist das 95-%-Intervall ${interval}`}.`,
    moved: (points) => `Seit der vorigen Messung hat sich die Rate verändert: ${formatChange(points)} Punkte.`,
    noClearChange: (points) =>
      `Seit der vorigen Messung ist keine klare Veränderung zu sehen (eine von ${formatScore(points)} Punkten wäre zu sehen gewesen).`,
    notComparable: (reasons) =>
      `Mit der vorigen Messung ist das nicht vergleichbar, weil ${whyNotComparable(reasons)}.`,
    whyNotComparable,
    shareOfVoice: (rate) => html`Der Share of Voice unter den Wettbewerbern ist ${rate}.`,
    heads: {
      assistant: 'Assistent',
      rate: 'Rate',
      interval: '95-%-Intervall',
      answers: 'Antworten',
      voice: 'Share of Voice',
    },
    sources: 'Meistzitierte Quellen',
    sourceHeads: { domain: 'Domain', citations: 'Zitierungen', share: 'Anteil' },
    own: 'Ihre',
    competitor: 'Wettbewerber',
  },
  listings: {
    eyebrow: 'Verzeichnisse',
    title: 'Verzeichniseinträge',
    lead: ({ total, verified, candidate, notFound, consistent, wrong }) =>
      `Von ${pluralize(total, 'Verzeichnis', 'Verzeichnissen')}: ${formatNumber(verified)} bestätigt, ${formatNumber(candidate)} zu prüfen, ${formatNumber(notFound)} nicht gefunden. In ${formatNumber(consistent)} stimmen Name, Adresse und Telefonnummer überein.${wrong > 0 ? ` Von den bestätigten ${wrong === 1 ? 'ist einer' : `sind ${formatNumber(wrong)}`} zu korrigieren.` : ''}`,
    status: { verified: 'Bestätigt', candidate: 'Zu prüfen', not_found: 'Nicht gefunden', wrong: 'Zu korrigieren' },
    heads: {
      directory: 'Verzeichnis',
      status: 'Status',
      name: 'Name',
      address: 'Adresse',
      phone: 'Telefon',
      website: 'Website',
    },
    yes: 'Ja',
    no: 'Nein',
    note: 'Ja: Der Eintrag stimmt mit dem Profil der Organisation überein.',
  },
  goals: {
    eyebrow: 'Ziele',
    title: 'Ziele und Fortschritt',
    lead: ({ total, completed, inProgress, overdue }) =>
      `Von ${pluralize(total, 'Ziel', 'Zielen')}: ${formatNumber(completed)} erreicht, ${formatNumber(inProgress)} in Arbeit, ${formatNumber(overdue)} überfällig.`,
    heads: { goal: 'Ziel', status: 'Status', deadline: 'Frist', progress: 'Fortschritt' },
    amounts: (current, target) => html`jetzt ${userText(current)}, Ziel ${userText(target)}`,
    overdue: 'Überfällig',
    status: {
      not_started: 'Nicht begonnen',
      in_progress: 'In Arbeit',
      completed: 'Erreicht',
      paused: 'Pausiert',
      cancelled: 'Abgebrochen',
    },
  },
  recommendations: {
    eyebrow: 'Nächste Schritte',
    title: 'Empfehlungen',
    lead: (count) => `${pluralize(count, 'Schritt', 'Schritte')}, der wichtigste zuerst.`,
    impact: (level) => `${EFFECTS[level]} Wirkung`,
    effort: (level) => `${LEVELS[level]} Aufwand`,
    lift: (points) => `${formatChange(points)} Punkte erwartet`,
  },
};

export const germanReport: Wording = { language: 'de', ...formats, texts };
