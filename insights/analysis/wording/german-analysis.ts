import type { InsightContext } from '../../wire.ts';
import { hasAnyData } from '../facts.ts';
import { roundToTenth } from '../formatting.ts';
import { componentChanges, findGaps, scoredScan, type Visibility } from '../gaps.ts';
import type { RankedRecommendation } from '../playbook.ts';
import {
  countedInGerman,
  GERMAN_COMPONENTS,
  joinInGerman,
  lastMoveInGerman,
  numberInGerman,
  percentInGerman,
} from './german-formatting.ts';

// What scoring and playbook say, in German: of the same figures, in the same order as in English.

const NO_SCAN = 'Es gibt noch keinen abgeschlossenen Scan. Nach dem ersten werden seine Werte hier erklärt.';
const NO_SCORE = 'Der letzte Scan hat nur die KI-Suche gemessen, es gibt also noch keine Werte.';
const FIRST_STEPS =
  'Noch ist nichts gemessen, also gibt es nichts zu ordnen. Beginnen Sie mit einem ersten Scan Ihrer Sichtbarkeit, verbinden Sie Ihre Website-Analyse und setzen Sie ein Ziel mit Termin.';

const EFFORT = { low: 'geringem', medium: 'mittlerem', high: 'hohem' };

const sentences = (all: string[]) => all.filter(Boolean).join(' ');

function changeOf({ overall, change, last_change }: Visibility) {
  if (change === null) return 'Es ist der erste Scan, also gibt es noch nichts zum Vergleichen.';
  if (change === 0) return `Er hat sich seit dem Scan davor nicht verändert.${lastMoveInGerman(last_change)}`;
  const before = numberInGerman(roundToTenth(overall.dynamic_score - change));
  const moved = change > 0 ? 'gestiegen' : 'gefallen';
  return `Er ist seit dem Scan davor um ${numberInGerman(Math.abs(change))} Punkte ${moved}, von ${before}.`;
}

function componentsOf(visibility: Visibility) {
  const changes = componentChanges(visibility);
  return (['gestiegen', 'gefallen'] as const)
    .map((moved) => {
      const some = changes.filter(({ change }) => change > 0 === (moved === 'gestiegen')).slice(0, 2);
      const said = some.map(
        ({ key, change, score }) =>
          `${GERMAN_COMPONENTS[key]} (um ${numberInGerman(Math.abs(change))}, auf ${numberInGerman(score)})`,
      );
      return said.length > 0 ? `Am stärksten ${moved}: ${joinInGerman(said)}.` : '';
    })
    .filter(Boolean)
    .join(' ');
}

function tiersOf({ tiers }: Visibility) {
  const [weakest, ...others] = tiers.toSorted((a, b) => a.score - b.score);
  const strongest = others.at(-1);
  if (!weakest || !strongest || weakest.score === strongest.score) return '';
  const [best, worst] = [strongest, weakest].map(({ key, score }) => ({
    name: GERMAN_COMPONENTS[key],
    score: numberInGerman(score),
  }));
  return `Von den Bereichen ist ${best?.name} mit ${best?.score} der stärkste und ${worst?.name} mit ${worst?.score} der schwächste.`;
}

/** The German analysis of the scores of the latest scan. */
export function germanScores(context: InsightContext): string {
  const visibility = scoredScan(context);
  if (!visibility) return context.visibility ? NO_SCORE : NO_SCAN;
  const { dynamic_score: dynamic, raw_score: raw, confidence } = visibility.overall;
  const gaps = findGaps(visibility)
    .slice(0, 3)
    .map(
      ({ key, score, lift }) =>
        `${GERMAN_COMPONENTS[key]} (bei ${numberInGerman(score)}, bis zu ${countedInGerman(lift, 'Punkt', 'Punkte')})`,
    );
  return sentences([
    `Ihr Sichtbarkeitswert ist ${numberInGerman(dynamic)} von 100 (Rohwert ${numberInGerman(raw)}), bei einer Konfidenz von ${percentInGerman(confidence)}.`,
    changeOf(visibility),
    componentsOf(visibility),
    gaps.length > 0
      ? `Am meisten hält ihn zurück: ${joinInGerman(gaps)}.`
      : 'Kein Bestandteil hält ihn merklich zurück.',
    tiersOf(visibility),
  ]);
}

/** The German introduction of the recommendations of a playbook. */
export function germanIntroduction(context: InsightContext, [first, ...others]: RankedRecommendation[]): string {
  if (!first) return hasAnyData(context) ? 'Zurzeit sticht nichts hervor, das zu tun wäre.' : FIRST_STEPS;
  const score = context.visibility?.overall?.dynamic_score;
  const quick = first.effort_level === 'low' ? undefined : others.find(({ effort_level }) => effort_level === 'low');
  const more = countedInGerman(others.length, 'weiterer Schritt folgt', 'weitere Schritte folgen');
  return sentences([
    score === undefined ? '' : `Ihr Sichtbarkeitswert ist ${numberInGerman(score)} von 100.`,
    `Am meisten verspricht „${first.title}“, bei ${EFFORT[first.effort_level]} Aufwand.`,
    quick ? `Am schnellsten geht „${quick.title}“.` : '',
    others.length > 0 ? `${more} nach Priorität.` : '',
  ]);
}
