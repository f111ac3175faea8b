import { bar, ring } from '../charts.ts';
import { formatScore, truncate } from '../formatting.ts';
import { html } from '../html.ts';
import type { ReportData, ScanData } from '../report-data.ts';
import { omitted, section, userText } from './section.ts';

const TIERS = 8;
const ROWS = 40;
const NAME = 90;

type Component = ScanData['components'][number];

/** Components by tier, in the order of the tiers; those of unknown tiers come last. */
function grouped({ tiers, components }: ScanData) {
  const known = new Set(tiers.map(({ key }) => key));
  const others = components.filter(({ tier }) => !known.has(tier));
  return [
    ...tiers.map(({ key, label }) => ({ label, components: components.filter(({ tier }) => tier === key) })),
    { label: 'Other', components: others },
  ].filter((group) => group.components.length > 0);
}

const strongest = (components: Component[]) =>
  components.reduce((best, component) => (component.score > best.score ? component : best));
const weakest = (components: Component[]) =>
  components.reduce((worst, component) => (component.score < worst.score ? component : worst));

/** Tiers and components of the overall score. */
export function componentsSection({ scan }: ReportData) {
  const { tiers, components } = scan;
  if (tiers.length + components.length === 0) return undefined;

  let room = ROWS;
  const groups = grouped(scan).flatMap(({ label, components }) => {
    const shown = components.slice(0, room);
    room -= shown.length;
    return shown.length > 0 ? [{ label, shown }] : [];
  });
  return section(
    'Composition',
    'Tiers and components',
    components.length > 1 &&
      html`The strongest component is ${userText(truncate(strongest(components).label, NAME))} at ${formatScore(strongest(components).score)},
      the weakest ${userText(truncate(weakest(components).label, NAME))} at ${formatScore(weakest(components).score)}.`,
    tiers.length > 0 &&
      html`<div class="tiers">${tiers
        .slice(0, TIERS)
        .map(
          (tier) =>
            html`<div>${ring(tier.score, 92)}<div class="name">${userText(truncate(tier.label, NAME))}</div></div>`,
        )}</div>`,
    omitted(tiers.length - TIERS, 'tiers'),
    components.length > 0 &&
      html`<table><thead><tr><th>Component</th><th class="w-l"></th><th class="n w-n">Score</th></tr></thead><tbody>
      ${groups.map(
        ({ label, shown }) => html`<tr class="group"><td colspan="3">${userText(truncate(label, NAME))}</td></tr>
        ${shown.map(
          (component) =>
            html`<tr><td>${userText(truncate(component.label, NAME))}</td><td>${bar(component.score)}</td><td class="n">${formatScore(component.score)}</td></tr>`,
        )}`,
      )}
      </tbody></table>`,
    omitted(components.length - (ROWS - room), 'components'),
  );
}
