import { bar, ring } from '../charts.ts';
import { truncate } from '../formatting.ts';
import { html } from '../html.ts';
import type { ReportData, ScanData } from '../report-data.ts';
import { userText } from '../user-text.ts';
import type { Wording } from '../wording/english.ts';
import { omitted, section } from './section.ts';

const TIERS = 8;
const ROWS = 40;
const NAME = 90;

type Component = ScanData['components'][number];

/** Components by tier, in the order of the tiers; components of unknown tiers come last. */
function grouped({ tiers, components }: ScanData, other: string) {
  const known = new Set(tiers.map(({ key }) => key));
  const others = components.filter(({ tier }) => !known.has(tier));
  return [
    ...tiers.map(({ key, label }) => ({ label, components: components.filter(({ tier }) => tier === key) })),
    { label: other, components: others },
  ].filter((group) => group.components.length > 0);
}

const named = ({ label, score }: Component) => ({ label: userText(truncate(label, NAME)), score });
const strongest = (components: Component[]) =>
  components.reduce((best, component) => (component.score > best.score ? component : best));
const weakest = (components: Component[]) =>
  components.reduce((worst, component) => (component.score < worst.score ? component : worst));

/** Tiers and components of the overall score. */
export function componentsSection({ scan, shown }: ReportData, wording: Wording) {
  const { tiers, components } = scan;
  if (!shown.has('visibility') || tiers.length + components.length === 0) return undefined;

  const { heads, ...words } = wording.texts.components;
  let room = ROWS;
  const groups = grouped(scan, words.other).flatMap(({ label, components }) => {
    const shown = components.slice(0, room);
    room -= shown.length;
    return shown.length > 0 ? [{ label, shown }] : [];
  });
  return section(
    words.eyebrow,
    words.title,
    components.length > 1 && words.lead(named(strongest(components)), named(weakest(components))),
    tiers.length > 0 &&
      html`<div class="tiers">${tiers
        .slice(0, TIERS)
        .map(
          (tier) =>
            html`<div>${ring(tier.score, wording, 92)}<div class="name">${userText(truncate(tier.label, NAME))}</div></div>`,
        )}</div>`,
    omitted(wording, tiers.length - TIERS, 'tiers'),
    components.length > 0 &&
      html`<table><thead><tr><th>${heads.component}</th><th class="w-l"></th><th class="n w-n">${heads.score}</th></tr></thead><tbody>
      ${groups.map(
        ({ label, shown }) => html`<tr class="group"><td colspan="3">${userText(truncate(label, NAME))}</td></tr>
        ${shown.map(
          (component) =>
            html`<tr><td>${userText(truncate(component.label, NAME))}</td><td>${bar(component.score)}</td><td class="n">${wording.formatScore(component.score)}</td></tr>`,
        )}`,
      )}
      </tbody></table>`,
    omitted(wording, components.length - (ROWS - room), 'components'),
  );
}
