import type { InsightContext } from '../../wire.ts';
import { goalsInProgress, hasSocial, hasTraffic, mostUrgentGoal } from '../facts.ts';
import { componentChanges, findGaps, scoredScan } from '../gaps.ts';
import {
  countedInGerman,
  GERMAN_COMPONENTS,
  joinInGerman,
  lastMoveInGerman,
  numberInGerman,
  percentInGerman,
} from './german-formatting.ts';
import type { SingleName } from './wording.ts';

const NO_SCAN = 'Es gibt noch keinen abgeschlossenen Scan.';
const NO_SCORE = 'Der letzte Scan hat nur die KI-Suche gemessen, es gibt also noch keine Werte.';
const NO_VISITS = 'Bisher sind keine Besuche Ihrer Website erfasst.';
const NO_SEARCH = 'Bisher sind keine Zahlen der Websuche erfasst.';
const NO_SOCIAL = 'Bisher sind keine Zahlen aus sozialen Netzwerken erfasst.';

const noScore = ({ visibility }: InsightContext) => (visibility ? NO_SCORE : NO_SCAN);
const inDays = ({ analytics }: InsightContext) => `in den letzten ${numberInGerman(analytics.period_days)} Tagen`;

/** The German sentences on how the score has changed, and on the components that changed most. */
export function germanTrends(context: InsightContext): string {
  const visibility = scoredScan(context);
  if (!visibility) return noScore(context);
  const { change, last_change } = visibility;
  const changes = componentChanges(visibility).slice(0, 4);
  const moved =
    change === null
      ? 'Der letzte Scan ist der erste, es gibt also noch nichts zum Vergleichen.'
      : change === 0
        ? `Der Wert hat sich seit dem Scan davor nicht verändert.${lastMoveInGerman(last_change)}`
        : `Der Wert ist seit dem Scan davor um ${numberInGerman(Math.abs(change))} Punkte ${change > 0 ? 'gestiegen' : 'gefallen'}.`;
  const parts = changes.map(
    ({ key, change, score }) =>
      `${GERMAN_COMPONENTS[key]} (um ${numberInGerman(Math.abs(change))} ${change > 0 ? 'gestiegen' : 'gefallen'}, auf ${numberInGerman(score)})`,
  );
  const unknown = change || last_change ? ' Welcher Bestandteil ihn bewegt hat, sagen diese Zahlen nicht.' : '';
  return parts.length > 0 ? `${moved} Im Einzelnen: ${joinInGerman(parts)}.` : `${moved}${unknown}`;
}

function scores(context: InsightContext): string {
  const visibility = scoredScan(context);
  if (!visibility) return noScore(context);
  const { dynamic_score: dynamic, raw_score: raw, confidence } = visibility.overall;
  const weakest = findGaps(visibility).slice(0, 3);
  const held = weakest.map(({ key, score }) => `${GERMAN_COMPONENTS[key]} (${numberInGerman(score)})`);
  return [
    `Der Sichtbarkeitswert liegt bei ${numberInGerman(dynamic)}, der Rohwert bei ${numberInGerman(raw)}, bei einer Konfidenz von ${percentInGerman(confidence)}.`,
    ...(held.length > 0 ? [`Am meisten hält ihn zurück: ${joinInGerman(held)}.`] : []),
  ].join(' ');
}

function goals(context: InsightContext): string {
  const all = context.goals;
  if (all.length === 0) return 'Es sind noch keine Ziele gesetzt.';
  const overdue = all.filter(({ is_overdue }) => is_overdue).length;
  const urgent = mostUrgentGoal(goalsInProgress(context));
  return [
    `Sie haben ${countedInGerman(all.length, 'Ziel', 'Ziele')}.`,
    overdue > 0 ? `Überfällig: ${numberInGerman(overdue)}.` : 'Keines davon ist überfällig.',
    ...(urgent ? [`Das dringendste steht bei ${numberInGerman(urgent.progress_percent)} Prozent.`] : []),
  ].join(' ');
}

function tasks({ action_items: { open, overdue, by_priority } }: InsightContext): string {
  if (open === 0) return 'Es sind keine Aufgaben offen.';
  const names = { high: 'hohe', medium: 'mittlere', low: 'niedrige' } as const;
  const levels = (['high', 'medium', 'low'] as const).filter((level) => by_priority[level] > 0);
  return [
    `${countedInGerman(open, 'Aufgabe ist', 'Aufgaben sind')} offen, ${overdue === 0 ? 'keine davon überfällig' : `davon überfällig: ${numberInGerman(overdue)}`}.`,
    ...(levels.length > 0
      ? [
          `Nach Priorität: ${joinInGerman(levels.map((level) => `${names[level]} ${numberInGerman(by_priority[level])}`))}.`,
        ]
      : []),
  ].join(' ');
}

/** The German sentences on figures that are told neither by month nor by part. */
export const germanSingles: Record<SingleName, (context: InsightContext) => string> = {
  scores,
  raw_score: (context) => {
    const scored = context.visibility?.overall;
    return scored ? `Der Rohwert des letzten Scans ist ${numberInGerman(scored.raw_score)}.` : noScore(context);
  },
  confidence: (context) => {
    const scored = context.visibility?.overall;
    return scored ? `Die Konfidenz des letzten Scans ist ${percentInGerman(scored.confidence)}.` : noScore(context);
  },
  unanswered: ({ reviews }) => {
    if (!reviews) return 'Bisher sind keine Bewertungen erfasst.';
    if (reviews.unanswered === 0)
      return `Alle Bewertungen sind beantwortet, insgesamt ${numberInGerman(reviews.count)}.`;
    return `${countedInGerman(reviews.unanswered, 'Bewertung', 'Bewertungen')} von ${numberInGerman(reviews.count)} ${reviews.unanswered === 1 ? 'ist' : 'sind'} unbeantwortet.`;
  },
  traffic: (context) => {
    if (!hasTraffic(context)) return NO_VISITS;
    const { sessions, users, pageviews, engagement_rate: rate, conversions } = context.analytics;
    return [
      `Ihre Website hatte ${inDays(context)} ${countedInGerman(sessions, 'Besuch', 'Besuche')} von ${countedInGerman(users, 'Besucher', 'Besuchern')} mit ${countedInGerman(pageviews, 'Seitenaufruf', 'Seitenaufrufen')}.`,
      `Die Interaktionsrate war ${percentInGerman(rate)}, und es gab ${countedInGerman(conversions, 'Conversion', 'Conversions')}.`,
    ].join(' ');
  },
  pageviews: (context) =>
    hasTraffic(context)
      ? `Ihre Website hatte ${inDays(context)} ${countedInGerman(context.analytics.pageviews, 'Seitenaufruf', 'Seitenaufrufe')}.`
      : NO_VISITS,
  engagement_rate: (context) =>
    hasTraffic(context)
      ? `Die Interaktionsrate war ${inDays(context)} ${percentInGerman(context.analytics.engagement_rate)}: der Anteil der Besuche, die nicht gleich endeten.`
      : NO_VISITS,
  ai_visits: (context) => {
    const visits = context.traffic?.ai_assistants;
    if (visits === undefined) return 'Bisher sind keine Besuche nach Herkunft erfasst.';
    return `KI-Assistenten brachten ${inDays(context)} ${countedInGerman(visits, 'Besuch', 'Besuche')}.`;
  },
  competitors: ({ competitors, visibility }) => {
    if (!competitors) return visibility ? 'Der letzte Scan vergleicht Sie mit keinen Wettbewerbern.' : NO_SCAN;
    const scored = visibility?.overall;
    const own = scored ? ` Ihr Wert ist ${numberInGerman(scored.dynamic_score)}.` : '';
    return `Sie sind Nummer ${numberInGerman(competitors.rank)} von ${numberInGerman(competitors.of)} in Ihrem Markt.${own} Ihre Wettbewerber erreichen im Schnitt ${numberInGerman(competitors.average)}.`;
  },
  position: ({ search }) =>
    search ? `Ihre durchschnittliche Position in der Websuche ist ${numberInGerman(search.position)}.` : NO_SEARCH,
  goals,
  tasks,
  overdue: (context) => {
    const goals = context.goals.filter(({ is_overdue }) => is_overdue).length;
    const tasks = context.action_items.overdue;
    const said = (count: number, one: string, many: string, none: string) =>
      count === 0 ? none : countedInGerman(count, one, many);
    return `Überfällig: ${said(goals, 'Ziel', 'Ziele', 'keine Ziele')} und ${said(tasks, 'Aufgabe', 'Aufgaben', 'keine Aufgaben')}.`;
  },
  content: ({ content: { published_posts: posts } }) =>
    posts === 0
      ? 'Es ist noch nichts veröffentlicht.'
      : `${countedInGerman(posts, 'Beitrag ist', 'Beiträge sind')} veröffentlicht.`,
  social: (context) =>
    hasSocial(context)
      ? `In sozialen Netzwerken ist die Reichweite ${numberInGerman(context.social.reach)}, mit ${countedInGerman(context.social.engagement, 'Reaktion', 'Reaktionen')}.`
      : NO_SOCIAL,
  reach: (context) =>
    hasSocial(context)
      ? `Ihre Reichweite in sozialen Netzwerken ist ${numberInGerman(context.social.reach)}.`
      : NO_SOCIAL,
  engagement: (context) =>
    hasSocial(context)
      ? `Ihre Beiträge in sozialen Netzwerken hatten ${countedInGerman(context.social.engagement, 'Reaktion', 'Reaktionen')}.`
      : NO_SOCIAL,
};
