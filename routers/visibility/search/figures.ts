import { twoDecimals } from '../../values/rounding.ts';
import type { NameSums } from './names.ts';
import { addSums, type SearchDay, type SearchKind, type SearchSums } from './sums.ts';

const NOTHING: SearchSums = { clicks: 0, impressions: 0, positions: 0 };

// The first that a day has: queries lack the rare ones, and pairs of query and page even more.
const MOST_COMPLETE: SearchKind[] = ['total', 'page', 'query', 'both'];

/** The sums of a day: its total, or else of its most complete part. */
export const sumsOfDay = ({ kinds }: SearchDay): SearchSums =>
  MOST_COMPLETE.map((kind) => kinds.get(kind)).find((sums) => sums !== undefined) ?? NOTHING;

/** Figures with the click rate in percent and the mean position, null without impressions. */
function searchFigures({ clicks, impressions, positions }: SearchSums) {
  const mean = (sum: number) => (impressions > 0 ? twoDecimals(sum / impressions) : null);
  return { clicks, impressions, ctr: mean(clicks * 100), position: mean(positions) };
}

/** The totals of days, and of how many. */
export const searchTotals = (days: SearchDay[]) => ({
  ...searchFigures(days.map(sumsOfDay).reduce(addSums, NOTHING)),
  days: days.length,
});

/** Whether pairs of query and page are all that is known of queries, or of pages. */
export const onlyPaired = (days: SearchDay[], of: 'query' | 'page') =>
  !days.some(({ kinds }) => kinds.has(of)) && days.some(({ kinds }) => kinds.has('both'));

/** A query or page as shown. Changes are null where nothing is known of the time before. */
export function searchEntry({ now, before }: NameSums, isComparable: boolean) {
  const figures = searchFigures(now);
  const { position } = searchFigures(before);
  return {
    ...figures,
    change: isComparable ? now.clicks - before.clicks : null,
    positionChange: figures.position === null || position === null ? null : twoDecimals(figures.position - position),
  };
}

/** Those whose clicks rose most and fell most, `most` of each. */
export function risenAndFallen(names: NameSums[], most: number) {
  const change = ({ now, before }: NameSums) => now.clicks - before.clicks;
  const sorted = names.filter((one) => change(one) !== 0).sort((one, other) => change(other) - change(one));
  return {
    risen: sorted.filter((one) => change(one) > 0).slice(0, most),
    fallen: sorted
      .filter((one) => change(one) < 0)
      .reverse()
      .slice(0, most),
  };
}
