import type { Paper } from './paper.ts';

/** The styles of a report of a period, besides those of every report. */
export const PERIOD_STYLES = `
html { font-family: "Inter", "Noto Sans", "Noto Sans CJK JP", "Noto Sans Arabic", "Liberation Sans", "DejaVu Sans", "Noto Color Emoji", sans-serif; }
p { orphans: 3; widows: 3; }
.cover + .part > section, .cover + .intro { margin-top: 0; }
.intro { margin-bottom: -4mm; }
.told { margin-bottom: 6mm; } .told li { font: 400 11.5pt/1.45 "Source Serif 4", "Noto Serif", "Liberation Serif", serif; padding: 1.1mm 0 1.1mm 5mm; position: relative; break-inside: avoid; max-width: 155mm; }
.told li::before { content: ""; position: absolute; left: 0; top: 3.6mm; width: 1.6mm; height: 1.6mm; border-radius: 50%; background: var(--brand-rule); }
.figures .label + .label { color: #3c4b58; }
.comment { margin-top: 5mm; padding: 3.5mm 5mm; border-left: 0.8mm solid var(--brand-rule); background: var(--brand-faint); white-space: pre-line; break-before: avoid; orphans: 3; widows: 3; }
.comment p { unicode-bidi: plaintext; } .comment p + p { margin-top: 2mm; } .comment .by { font-size: 7.5pt; font-weight: 600; color: var(--brand-dark); }
.comment .by + p { margin-top: 0.5mm; }
.chart-notes { margin-top: 2.5mm; break-before: avoid; } .chart-notes li { padding: 0.9mm 0 0.9mm 4mm; position: relative; color: #3c4b58; break-inside: avoid; }
.chart-notes li::before { content: ""; position: absolute; left: 0; top: 2.6mm; width: 1.8mm; height: 1.8mm; border-radius: 50%; background: #c98a2b; }
.chart-notes b { font-weight: 600; margin-right: 1.5mm; }
.days { width: 100%; } .days text { font-size: 9.5px; fill: #6b7a87; } .days .grid { stroke: #e4e9ec; stroke-width: 0.7; fill: none; }
.days .day { fill: var(--brand); } .days .note-mark { stroke: #c98a2b; stroke-width: 1; stroke-dasharray: 2 2; fill: none; } .days .note-dot { fill: #c98a2b; }
.cover dl { grid-template-columns: repeat(4, auto); gap: 0 10mm; }
/* Tables of five rows go on over pages, two rows or more on each, so that no page stays half empty; short ones stay
   with what is above them. */
.part table.keep:has(tbody tr:nth-child(5)), .part .keep:has(tbody tr:nth-child(5)) { break-inside: auto; }
.part tbody tr:nth-child(2) { break-after: auto; } .part tbody tr:nth-last-child(2) { break-before: auto; }
.part table:not(:has(tbody tr:nth-child(4))) { break-inside: avoid; break-before: avoid; }
.part .figures, .not-alone { break-before: avoid; }
thead { break-inside: avoid; break-after: avoid; }
`;

/** The size of the pages, and of the cover, which fills one. */
export const paperStyles = ({ size, width, height }: Paper) =>
  `@page { size: ${size}; } .cover { width: ${width}; height: ${height}; }`;
