import { oneLine } from '../../../server/mail/template.ts';
import type { Digest } from '../digest.ts';
import { figuresIn, listBelow, pageOf } from '../mail-figures.ts';
import type { englishNotices } from './english.ts';
import type { DigestMentionChange } from './facts.ts';

const { figure, counted, signed, nounFor, dayOf, calendarDay, moved } = figuresIn('de-DE');

const more = (shown: number, all: number) => (all > shown ? [`und ${all - shown} weitere`] : []);

function scoreSentence({ score, timezone }: Digest) {
  if (!score) return [];
  const now = `Ihr Sichtbarkeitswert ist ${figure(score.score)} von 100`;
  if (!score.before || score.change === null) return [`${now}.`];
  const since = `seit dem Scan vom ${dayOf(score.before.completedAt, timezone)}`;
  return [score.change === 0 ? `${now}, unverändert ${since}.` : `${now}: ${signed(score.change)} ${since}.`];
}

const REASONS = {
  too_few_prompts: 'zu wenige Fragen dieselben sind',
  other_questions: 'andere Fragen gestellt wurden',
  other_models: 'die Assistenten mit anderen Modellen geantwortet haben',
};

function mentionChange({ verdict, value, smallestVisible, notComparable }: DigestMentionChange) {
  if (verdict === 'not_comparable')
    return `mit dem Scan davor nicht vergleichbar, weil ${notComparable.map(({ reason }) => REASONS[reason]).join(' und ')}`;
  if (verdict === 'moved')
    return `seit dem Scan davor um ${signed(value ?? 0)} ${nounFor(value ?? 0, 'Punkt', 'Punkte')} verändert`;
  return `seit dem Scan davor keine klare Veränderung (eine von ${figure(smallestVisible ?? 0)} ${nounFor(smallestVisible ?? 0, 'Punkt', 'Punkten')} wäre zu sehen gewesen)`;
}

function mentionSentence({ mentions }: Digest) {
  if (!mentions) return [];
  const rate = `KI-Assistenten nennen Sie in ${figure(mentions.mentionRate)} % von ${counted(mentions.sampleSize, 'Antwort', 'Antworten')}`;
  return [mentions.change ? `${rate}: ${mentionChange(mentions.change)}.` : `${rate}.`];
}

function searchSentence({ search }: Digest) {
  if (!search) return [];
  const { until, clicks, impressions, change } = search;
  const week = `Die Websuche brachte in den 7 Tagen bis zum ${calendarDay(until)} ${counted(clicks, 'Klick', 'Klicks')} bei ${counted(impressions, 'Impression', 'Impressionen')}`;
  if (change === null) return [`${week}.`];
  return [
    change === 0
      ? `${week}, so viele Klicks wie in den 7 Tagen davor.`
      : `${week}: ${signed(change)} ${nounFor(change, 'Klick', 'Klicks')} gegenüber den 7 Tagen davor.`,
  ];
}

const due = (day: string, isOverdue: boolean) =>
  `${isOverdue ? 'überfällig seit dem' : 'fällig am'} ${calendarDay(day)}`;

const goalLine = ({ title, progress_percent, is_overdue, deadline }: Digest['goals'][number]) =>
  `${oneLine(title)}: ${figure(progress_percent)} % erreicht${deadline ? `, ${due(deadline, is_overdue)}` : ''}`;

const taskLine = ({ title, dueDate, isOverdue }: Digest['tasks'][number]) =>
  `${oneLine(title)}${dueDate ? `: ${due(dueDate, isOverdue)}` : ''}`;

export const germanNotices: typeof englishNotices = {
  weeklyDigest(digest) {
    const { organization, score, goals, goalsSummary, tasks, tasksDue, next } = digest;
    const unfinished = goalsSummary.total - goalsSummary.completed;
    return (site) => ({
      subject: 'Ihre Woche im Kundenportal',
      body: [
        `Hier ist die Wochenübersicht für ${oneLine(organization)} auf ${site.host}.`,
        ...scoreSentence(digest),
        ...mentionSentence(digest),
        ...searchSentence(digest),
        ...listBelow('Was den Wert verändert hat', [...(score?.tiers ?? []), ...(score?.components ?? [])].map(moved)),
        ...listBelow('Ziele', [...goals.map(goalLine), ...more(goals.length, unfinished)]),
        ...listBelow('Fällige Aufgaben', [...tasks.map(taskLine), ...more(tasks.length, tasksDue)]),
        ...listBelow('Nächste Schritte', next.map(oneLine)),
        pageOf(site, 'Portal öffnen', '/'),
      ],
    });
  },

  scoreDrop:
    ({ organization, score, before, tiers }) =>
    (site) => ({
      subject: 'Ihr Sichtbarkeitswert ist gesunken',
      body: [
        `Der Sichtbarkeitswert von ${oneLine(organization)} ist mit dem letzten Scan von ${figure(before)} auf ${figure(score)} gesunken.`,
        ...listBelow('Was den Wert verändert hat', tiers.map(moved)),
        pageOf(site, 'Werte ansehen', '/visibility'),
      ],
    }),

  overdueGoals: (organization, titles) => (site) => ({
    subject: titles.length === 1 ? 'Ein Ziel ist überfällig' : 'Einige Ziele sind überfällig',
    body: [
      `Für diese Ziele von ${oneLine(organization)} ist die Frist abgelaufen:`,
      { items: titles.map(oneLine) },
      pageOf(site, 'Ziele ansehen', '/goals'),
    ],
  }),

  reviewRequested:
    ({ organization, id, title, by }) =>
    (site) => ({
      subject: 'Eine Seite wartet auf Prüfung',
      body: [
        `${by ? oneLine(by) : 'Jemand'} bittet um die Prüfung einer Seite von ${oneLine(organization)}: „${oneLine(title)}“.`,
        pageOf(site, 'Seite öffnen', `/content/${id}`),
      ],
    }),

  paymentFailed: (organization) => (site) => ({
    subject: 'Eine Zahlung ist fehlgeschlagen',
    body: [
      `Eine Zahlung für ${oneLine(organization)} auf ${site.host} ist fehlgeschlagen. Bitte prüfen Sie Ihre Zahlungsart, damit es nicht zu Unterbrechungen kommt.`,
      pageOf(site, 'Abrechnung öffnen', '/billing'),
    ],
  }),
};
