import type { Wording } from '../../wording/english.ts';
import { germanReport } from '../../wording/german.ts';
import type { PeriodWording, PeriodWords } from './period-english.ts';

const { formatNumber, formatScore, pluralize, formatChange, percentSign } = germanReport;

const list = new Intl.ListFormat('de-DE');

const compared = (now: number, before: number | undefined) => {
  if (before === undefined || before === 0) return '';
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0)
    return now === before ? ', so viele wie im Zeitraum davor' : ', etwa so viele wie im Zeitraum davor';
  return `, ${formatNumber(Math.abs(percent))}${percentSign} ${percent > 0 ? 'mehr' : 'weniger'} als im Zeitraum davor`;
};

const words: PeriodWords = {
  sections: {
    overview: 'Zusammenfassung',
    scores: 'Werte',
    ai_search: 'KI-Suche',
    competitors: 'Wettbewerber',
    website: 'Website',
    search: 'Suche',
    reviews: 'Bewertungen',
    listings: 'Verzeichniseinträge',
    goals: 'Ziele',
    tasks: 'Arbeit',
    content: 'Inhalte',
  },
  kinds: { week: 'Wochenbericht', month: 'Monatsbericht', quarter: 'Quartalsbericht', once: 'Ein erster Blick' },
  days: (from, to) => (from === to ? from : `${from} bis ${to}`),
  comparedWith: (from, to) => `Verglichen mit dem Zeitraum davor, ${from} bis ${to}.`,
  by: (name) => (name ? `Anmerkung von ${name}` : 'Anmerkung'),
  empty: 'Für diesen Zeitraum gibt es keine Zahlen.',
  without: (sections) => `Für diesen Zeitraum gibt es keine Zahlen zu: ${list.format(sections)}.`,
  asOf: (day) => `Stand ${day}`,
  change: (percent) => `${percent} zum Zeitraum davor`,
  same: 'wie im Zeitraum davor',
  overview: {
    title: 'Was getan wurde und was es gebracht hat',
    nothing: 'Für diesen Zeitraum wurde nichts gemeldet.',
    visits: (now, before) => `Die Website hatte ${pluralize(now, 'Besuch', 'Besuche')}${compared(now, before)}.`,
    leads: (now, before) =>
      now === 0 && !before ? '' : `Daraus wurden ${pluralize(now, 'Anfrage', 'Anfragen')}${compared(now, before)}.`,
    search: (shown, clicks, before) =>
      `In den Suchergebnissen erschien sie ${formatNumber(shown)}-mal und wurde ${formatNumber(clicks)}-mal angeklickt${compared(clicks, before)}.`,
    reviews: (count, rating) =>
      count === 0
        ? 'Es kamen keine Bewertungen hinzu.'
        : `${pluralize(count, 'Bewertung kam', 'Bewertungen kamen')} hinzu, im Mittel mit ${rating} von 5 Sternen.`,
    score: (day, score, change) =>
      `Der Sichtbarkeitswert lag am ${day} bei ${score} von 100${change === null ? '' : `, ${formatChange(change.points)} seit dem ${change.since}, vor dem Zeitraum`}.`,
    mentions: (rate, answers, day) =>
      `Am ${day} nannten KI-Assistenten die Organisation in ${rate} von ${pluralize(answers, 'Antwort', 'Antworten')}.`,
    work: (tasks, pages) => {
      const parts = [
        tasks ? pluralize(tasks, 'Aufgabe wurde erledigt', 'Aufgaben wurden erledigt') : '',
        pages ? pluralize(pages, 'Seite wurde veröffentlicht', 'Seiten wurden veröffentlicht') : '',
      ].filter(Boolean);
      return parts.length > 0 ? `${list.format(parts)}.` : '';
    },
    goals: (completed, total, day) =>
      `Von ${pluralize(total, 'Ziel', 'Zielen')} ${completed === 1 ? 'ist' : 'sind'} ${formatNumber(completed)} erreicht (Stand ${day}).`,
    figures: {
      visits: { one: 'Besuch', other: 'Besuche' },
      leads: { one: 'Anfrage', other: 'Anfragen' },
      clicks: { one: 'Klick in der Suche', other: 'Klicks in der Suche' },
      reviews: { one: 'neue Bewertung', other: 'neue Bewertungen' },
    },
    notes: 'Notizen',
  },
  website: {
    title: 'Besuche und Anfragen',
    lead: (visits, leads) =>
      `${pluralize(visits, 'Besuch', 'Besuche')} und ${pluralize(leads, 'Anfrage', 'Anfragen')}.`,
    figures: {
      visits: { one: 'Besuch', other: 'Besuche' },
      visitors: { one: 'Besucher', other: 'Besucher' },
      visitorDays: { one: 'Besucher, jeden Tag neu gezählt', other: 'Besucher, jeden Tag neu gezählt' },
      pageviews: { one: 'Seitenaufruf', other: 'Seitenaufrufe' },
      leads: { one: 'Anfrage', other: 'Anfragen' },
    },
    chart: 'Besuche nach Tagen',
    channels: 'Woher die Besuche kamen',
    pages: 'Meistbesuchte Seiten',
    heads: { channel: 'Kanal', visits: 'Besuche', share: 'Anteil', page: 'Seite', views: 'Aufrufe' },
  },
  search: {
    title: 'In Suchergebnissen gefunden',
    lead: (clicks, shown) =>
      `${pluralize(clicks, 'Klick', 'Klicks')} bei ${pluralize(shown, 'Impression', 'Impressionen')}.`,
    figures: {
      clicks: { one: 'Klick', other: 'Klicks' },
      shown: { one: 'Impression', other: 'Impressionen' },
      rate: 'der Impressionen angeklickt',
      position: 'durchschnittliche Position',
    },
    chart: 'Klicks nach Tagen',
    queries: 'Wonach gesucht wurde',
    heads: { query: 'Suchanfrage', clicks: 'Klicks', shown: 'Impr.', position: 'Position' },
  },
  reviews: {
    title: 'Was Kunden gesagt haben',
    lead: (now, before) =>
      `${pluralize(now, 'Bewertung', 'Bewertungen')} in diesem Zeitraum; ${formatNumber(before)} im Zeitraum davor.`,
    figures: {
      reviews: { one: 'neue Bewertung', other: 'neue Bewertungen' },
      rating: 'Sterne im Mittel',
      before: 'Sterne im Zeitraum davor',
      answered: 'beantwortet',
      answeredBy: (day) => `bis ${day} beantwortet`,
    },
    heads: { source: 'Quelle', reviews: 'Bewertungen', rating: 'Sterne' },
  },
  tasks: {
    title: 'Was getan ist und was folgt',
    lead: (done, due) =>
      `${pluralize(done, 'Aufgabe wurde', 'Aufgaben wurden')} in diesem Zeitraum erledigt${due > 0 ? `; ${formatNumber(due)} ${due === 1 ? 'steht' : 'stehen'} als Nächstes an` : ''}.`,
    done: 'Erledigt',
    next: 'Als Nächstes',
    recommended: 'Was wir empfehlen',
    heads: { task: 'Aufgabe', done: 'Erledigt am', due: 'Fällig' },
    overdue: 'Überfällig',
    more: (count) => `Und ${count} weitere, im Portal aufgeführt.`,
  },
  content: {
    title: 'Veröffentlichte Seiten',
    lead: (pages) =>
      pages === 0
        ? 'In diesem Zeitraum wurden keine Seiten veröffentlicht.'
        : `${pluralize(pages, 'Seite wurde', 'Seiten wurden')} in diesem Zeitraum veröffentlicht.`,
    figures: {
      views: { one: 'Aufruf der Seiten', other: 'Aufrufe der Seiten' },
      engagement: 'Interaktion',
      time: 'Sekunden je Seite',
      conversions: { one: 'Anfrage aus Seiten', other: 'Anfragen aus Seiten' },
    },
    heads: { page: 'Seite', published: 'Veröffentlicht' },
  },
  findings: {
    broken: (tool, label, day) => `Die Verbindung zu ${tool} (${label}) hat seit dem ${day} nichts mehr gebracht.`,
    missing: (count, days, named) =>
      `An ${formatNumber(count)} von ${pluralize(days, 'Tag', 'Tagen')} hat die Website keine Besuche: ${list.format(named)}${count > named.length ? ` und ${formatNumber(count - named.length)} weitere` : ''}.`,
  },
};

const { texts } = germanReport;

const evidence: Wording['texts']['evidence'] = {
  ...texts.evidence,
  moved: (points) =>
    `Seit der letzten Messung vor dem Zeitraum hat sich die Rate verändert: ${formatChange(points)} Punkte.`,
  noClearChange: (points) =>
    `Seit der letzten Messung vor dem Zeitraum ist keine klare Veränderung zu sehen (eine von ${formatScore(points)} Punkten wäre zu sehen gewesen).`,
  notComparable: (reasons) =>
    `Mit der letzten Messung vor dem Zeitraum ist das nicht vergleichbar, weil ${texts.evidence.whyNotComparable(reasons)}.`,
};

export const periodInGerman: PeriodWording = { ...germanReport, texts: { ...texts, evidence }, words };
