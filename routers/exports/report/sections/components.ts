import { bar, ring } from '../charts.ts';
import type { ReportFacts, ScanFacts } from '../facts.ts';
import { html } from '../html.ts';
import { clip, score } from '../words.ts';
import { more, said, section } from './section.ts';

const TIERS = 8;
const ROWS = 40;
const NAME = 90;

type Component = ScanFacts['components'][number];

/** Components under their tiers, in the order of the tiers; those of no known tier come last. */
function grouped({ tiers, components }: ScanFacts) {
  const known = new Set(tiers.map(({ key }) => key));
  const others = components.filter(({ tier }) => !known.has(tier));
  return [
    ...tiers.map(({ key, label }) => ({ label, components: components.filter(({ tier }) => tier === key) })),
    { label: 'Others', components: others },
  ].filter((group) => group.components.length > 0);
}

const strongest = (components: Component[]) =>
  components.reduce((best, component) => (component.score > best.score ? component : best));
const weakest = (components: Component[]) =>
  components.reduce((worst, component) => (component.score < worst.score ? component : worst));

/** What the overall score is made of. */
export function componentsSection({ scan }: ReportFacts) {
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
      html`The strongest component is ${said(clip(strongest(components).label, NAME))} with ${score(strongest(components).score)},
      the weakest ${said(clip(weakest(components).label, NAME))} with ${score(weakest(components).score)}.`,
    tiers.length > 0 &&
      html`<div class="tiers">${tiers
        .slice(0, TIERS)
        .map(
          (tier) => html`<div>${ring(tier.score, 92)}<div class="name">${said(clip(tier.label, NAME))}</div></div>`,
        )}</div>`,
    more(tiers.length - TIERS, 'tiers'),
    components.length > 0 &&
      html`<table><thead><tr><th>Component</th><th class="w-l"></th><th class="n w-n">Score</th></tr></thead><tbody>
      ${groups.map(
        ({ label, shown }) => html`<tr class="group"><td colspan="3">${said(clip(label, NAME))}</td></tr>
        ${shown.map(
          (component) =>
            html`<tr><td>${said(clip(component.label, NAME))}</td><td>${bar(component.score)}</td><td class="n">${score(component.score)}</td></tr>`,
        )}`,
      )}
      </tbody></table>`,
    more(components.length - (ROWS - room), 'components'),
  );
}
