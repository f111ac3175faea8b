import type { Goal } from '../facts.ts';
import type { AdviceTexts } from './advice.ts';
import { GERMAN_ACTIONS } from './german-actions.ts';
import { countedInGerman, GERMAN_COMPONENTS, numberInGerman, percentInGerman } from './german-formatting.ts';

const SUBJECTS: Record<Goal['goal_type'] | Goal['category'], string | undefined> = {
  traffic: 'Besuche',
  leads: 'Anfragen',
  revenue: 'Umsatz',
  visibility: 'Sichtbarkeit',
  content: 'Inhalte',
  reputation: 'Ruf',
  seo: 'SEO',
  social: 'soziale Netzwerke',
  local: 'örtliche Suche',
  other: undefined,
};

/** A goal in a title, such as `Ziel „Besuche“`. */
function goalInGerman({ goal_type, category }: Goal) {
  const subject = SUBJECTS[goal_type] ?? SUBJECTS[category];
  return subject ? `Ziel „${subject}“` : 'Ziel';
}

const PRIORITIES: Record<Goal['priority'], string> = { high: 'hohe', medium: 'mittlere', low: 'niedrige' };
const openTasks = (open: number) => countedInGerman(open, 'offenen Aufgabe', 'offenen Aufgaben');

export const germanAdvice: AdviceTexts = {
  action: (key) =>
    GERMAN_ACTIONS[key] ?? [
      `Verbessern: ${GERMAN_COMPONENTS[key]}`,
      'Sehen Sie nach, was der letzte Scan dort gefunden hat, und arbeiten Sie es ab, die größten Fehler zuerst.',
    ],
  gain: ({ key, score, lift }, servesGoal) =>
    `Das könnte den Sichtbarkeitswert um bis zu ${countedInGerman(lift, 'Punkt', 'Punkte')} heben; jetzt steht „${GERMAN_COMPONENTS[key]}“ bei ${numberInGerman(score)}.${servesGoal ? ' Eines Ihrer Ziele hängt davon ab.' : ''}`,
  noGoals: [
    'Ein messbares Ziel setzen',
    'Noch ist kein Ziel gesetzt. Wählen Sie eine Zahl, die in diesem Quartal zählt, einen Zielwert und einen Termin, damit Fortschritt sichtbar wird.',
  ],
  overdueGoals: (urgent, count) => [
    count === 1
      ? `Über das überfällige ${goalInGerman(urgent)} entscheiden`
      : 'Über die überfälligen Ziele entscheiden',
    `${count === 1 ? 'Ein Ziel ist' : `${numberInGerman(count)} Ziele sind`} über dem gesetzten Termin; das ${goalInGerman(urgent)} steht bei ${numberInGerman(urgent.progress_percent)} Prozent. Geben Sie ${count === 1 ? 'ihm' : 'jedem'} einen neuen Termin und jemanden, der zuständig ist, oder streichen Sie es.`,
  ],
  focus: (urgent) => [
    `Das ${goalInGerman(urgent)} voranbringen`,
    `Es hat ${PRIORITIES[urgent.priority]} Priorität und steht bei ${numberInGerman(urgent.progress_percent)} Prozent. Vereinbaren Sie den nächsten Schritt, und wer ihn diese Woche übernimmt.`,
  ],
  overdueTasks: ({ open, overdue }) => [
    'Überfällige Aufgaben erledigen',
    `${numberInGerman(overdue)} von ${openTasks(open)} ${overdue === 1 ? 'ist' : 'sind'} überfällig. Erledigen, übergeben oder streichen Sie, was überfällig ist.`,
  ],
  importantTasks: ({ open, by_priority: { high } }) => [
    'Aufgaben mit hoher Priorität abschließen',
    `${numberInGerman(high)} von ${openTasks(open)} ${high === 1 ? 'hat' : 'haben'} hohe Priorität. Schließen Sie diese ab, bevor Sie Neues beginnen.`,
  ],
  noTraffic: ({ period_days: days }) => [
    'Website-Analyse verbinden',
    `In den letzten ${numberInGerman(days)} Tagen sind keine Besuche erfasst. Sobald die Analyse verbunden ist, zählen Besuche und Conversions in diesen Antworten.`,
  ],
  fewConversions: ({ period_days: days, sessions, conversions }) => [
    'Aus mehr Besuchen Anfragen machen',
    `${countedInGerman(sessions, 'Besuch führte', 'Besuche führten')} in ${numberInGerman(days)} Tagen zu ${countedInGerman(conversions, 'Conversion', 'Conversions')}. Bieten Sie auf jeder Seite einen klaren Weg, zu buchen, anzurufen oder zu fragen, und kürzen Sie das Formular dahinter.`,
  ],
  fewStay: ({ engagement_rate: rate }) => [
    'Besucher halten, die schon da sind',
    `Die Interaktionsrate liegt bei ${percentInGerman(rate)}. Sehen Sie sich die Seiten an, auf denen die meisten Besuche beginnen: Beantwortet der erste Bildschirm, weswegen Menschen kommen?`,
  ],
  content: (posts) => [
    posts === 0 ? 'Einen ersten Beitrag veröffentlichen' : 'Regelmäßiger veröffentlichen',
    `${posts === 0 ? 'Noch ist nichts veröffentlicht.' : `Bisher ${posts === 1 ? 'ist' : 'sind'} ${countedInGerman(posts, 'Beitrag', 'Beiträge')} veröffentlicht.`} Beantworten Sie die häufigste Frage Ihrer Kundschaft in deren Worten, und veröffentlichen Sie in gleichmäßigem Takt.`,
  ],
  social: ({ reach, engagement }) => [
    'In sozialen Netzwerken mehr fragen und weniger ankündigen',
    `Eine Reichweite von ${numberInGerman(reach)} brachte ${countedInGerman(engagement, 'Reaktion', 'Reaktionen')}. Zeigen Sie Menschen und Arbeit, und enden Sie mit einer Frage.`,
  ],
};
