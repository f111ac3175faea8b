/** Style sheet of the report: A4, serif for headings and leads, sans serif for the rest, colour only for meaning. */
export const STYLES = `
@page { size: A4; margin: 20mm 19mm 22mm; }
@page { @bottom-right { content: counter(page) " / " counter(pages); font: 400 7.5pt "Inter", sans-serif; color: #6b7a87; vertical-align: top; padding-top: 6mm; } }
@page cover { margin: 0; @bottom-left { content: none; } @bottom-right { content: none; } }
* { box-sizing: border-box; margin: 0; padding: 0; }
html { font: 400 9pt/1.5 "Inter", "Noto Sans", "Liberation Sans", "DejaVu Sans", sans-serif; color: #1b2833;
  font-variant-numeric: tabular-nums; -webkit-print-color-adjust: exact; overflow-wrap: anywhere; }
h1, h2, .big, .lead { font-family: "Source Serif 4", "Noto Serif", "Liberation Serif", serif; font-weight: 400; }
h2 { font-size: 19pt; line-height: 1.2; letter-spacing: -0.01em; margin-bottom: 2mm; }
h3 { font-size: 9pt; font-weight: 600; margin: 7mm 0 2.5mm; break-after: avoid; }
bdi { unicode-bidi: isolate; }
/* Each paragraph reads in the direction of its own script. */
h1, h2, h3, p, li, dd, td { unicode-bidi: plaintext; }
section { margin-top: 11mm; }
.cover + section, .fresh > section { margin-top: 0; }
.fresh { break-before: page; }
.eyebrow { font-size: 8pt; font-weight: 600; color: var(--brand); margin-bottom: 1.5mm; }
.lead { font-size: 11.5pt; line-height: 1.45; color: #3c4b58; max-width: 150mm; margin-bottom: 5mm; }
.note { font-size: 7.5pt; color: #6b7a87; margin-top: 2.5mm; break-before: avoid; }
.muted { color: #6b7a87; }
.keep { break-inside: avoid; }
header { break-inside: avoid; break-after: avoid; }

.cover { page: cover; width: 210mm; height: 297mm; padding: 26mm 24mm 22mm; background: var(--night); color: #f4f1ea; display: flex; flex-direction: column; overflow: hidden; }
.cover .maker { display: flex; align-items: center; gap: 4mm; font-size: 11pt; font-weight: 600; margin-bottom: 12mm; }
.cover .maker img { height: 13mm; max-width: 60mm; object-fit: contain; padding: 1.5mm; border-radius: 1mm; background: #fff; }
.cover .eyebrow { color: var(--brand-on-night); font-size: 10pt; }
.cover h1 { font-size: 42pt; line-height: 1.08; letter-spacing: -0.02em; margin-top: 6mm; max-height: 118mm; overflow: hidden; }
.cover h1.long { font-size: 28pt; }
.cover h1.longest { font-size: 20pt; line-height: 1.15; }
.cover .date { margin-top: 8mm; font-size: 12pt; color: #c3cfd2; }
.cover .rule { width: 22mm; height: 0.6mm; background: var(--brand-rule); margin-top: 9mm; }
.cover .foot { margin-top: auto; display: flex; align-items: center; gap: 12mm; }
.cover dl { display: grid; grid-template-columns: repeat(3, auto); gap: 0 11mm; }
.cover dt { font-size: 7.5pt; color: #9fb3b8; order: 2; }
.cover dd { font-size: 17pt; line-height: 1.25; font-family: "Source Serif 4", serif; }
.cover dl > div { display: flex; flex-direction: column; }
.cover .empty { margin-top: auto; font-size: 13pt; line-height: 1.5; color: #dfe7e8; max-width: 120mm; font-family: "Source Serif 4", serif; }

table { width: 100%; border-collapse: collapse; table-layout: fixed; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
tbody tr:nth-child(-n+2) { break-after: avoid; }
tbody tr:nth-last-child(-n+2) { break-before: avoid; }
th { text-align: left; font-size: 7pt; font-weight: 600; color: #6b7a87; padding: 0 3mm 1.6mm 0; border-bottom: 0.3mm solid #1b2833; vertical-align: bottom; }
td { padding: 1.45mm 3mm 1.45mm 0; border-bottom: 0.2mm solid #e1e6ea; vertical-align: middle; line-height: 1.4; }
th:last-child, td:last-child { padding-right: 0; }
.n { text-align: right; white-space: nowrap; overflow-wrap: normal; }
.w-n { width: 19mm; } .w-s { width: 26mm; } .w-m { width: 40mm; } .w-l { width: 56mm; }
tr.group td { font-weight: 600; padding-top: 4mm; break-after: avoid; }
tr.self td { font-weight: 600; background: var(--brand-faint); }
tr.self td:last-child { box-shadow: 2mm 0 0 var(--brand-faint); } tr.self td:first-child { box-shadow: -2mm 0 0 var(--brand-faint); }
.sub { font-size: 7.5pt; color: #6b7a87; font-weight: 400; }

.figures { display: grid; grid-template-columns: repeat(4, 1fr); border-top: 0.3mm solid #1b2833; border-bottom: 0.2mm solid #e1e6ea; break-inside: avoid; }
.figures > div { padding: 3.5mm 4mm 4mm 0; }
.figures > div + div { padding-left: 4mm; border-left: 0.2mm solid #e1e6ea; }
.figures .big { font-size: 21pt; line-height: 1.2; }
.figures .label { font-size: 7.5pt; color: #6b7a87; }
.tiers { display: grid; grid-template-columns: repeat(auto-fit, minmax(36mm, 1fr)); gap: 6mm 4mm; break-inside: avoid; margin-bottom: 7mm; }
.tiers > div { text-align: center; }
.tiers .name { font-weight: 600; margin-top: 1.5mm; }

svg { display: block; overflow: visible; }
svg text { font-family: "Inter", sans-serif; }
.ring { margin: 0 auto; } .ring circle { fill: none; stroke-width: 7; } .ring .track { stroke: #e1e6ea; } .ring .value { stroke: var(--brand); }
.ring text { fill: #1b2833; font-family: "Source Serif 4", serif; }
.ring.night { margin: 0; flex: none; } .ring.night .track { stroke: var(--night-track); } .ring.night .value { stroke: var(--brand-ring); } .ring.night text { fill: #f4f1ea; }
.bar { width: 100%; height: 2.6mm; } .bar .track { fill: #e9edf0; } .bar .value { fill: var(--brand); } .bar .mark { fill: #c98a2b; }
.bar.peer .value { fill: #a9b7c0; } .bar.soft .value { fill: var(--brand-soft); } .bar.late .value { fill: #b0513c; }
.trend { width: 100%; } .trend text { font-size: 9.5px; fill: #6b7a87; } .trend .grid { stroke: #e4e9ec; stroke-width: 0.7; }
.trend path { fill: none; } .trend .own { stroke: var(--brand); stroke-width: 2.2; stroke-linejoin: round; } .trend .raw { stroke: #a9b7c0; stroke-width: 1.2; stroke-dasharray: 3 3; }
.trend .area { fill: var(--brand); fill-opacity: 0.07; } .trend .dot { fill: var(--brand); } .trend .last { font-size: 12px; font-weight: 600; fill: var(--brand); }
.meanings { font-size: 7.5pt; line-height: 1.4; color: #6b7a87; margin-top: 4mm; } .meanings div { margin-top: 0.8mm; break-inside: avoid; }
.meanings dt { display: inline; font-weight: 600; } .meanings dt::first-letter { text-transform: uppercase; } .meanings dd { display: inline; margin: 0; }
.legend { font-size: 7.5pt; color: #6b7a87; display: flex; gap: 6mm; margin-top: 1mm; }
.legend i { display: inline-block; width: 5mm; height: 0; border-top: 0.7mm solid var(--brand); vertical-align: middle; margin-right: 1.5mm; }
.legend i.raw { border-top: 0.4mm dashed #a9b7c0; } .legend i.mark { width: 0.8mm; height: 2.6mm; border: 0; background: #c98a2b; }

.tag { display: inline-block; font-size: 7pt; font-weight: 600; line-height: 1; padding: 1mm 1.8mm; border-radius: 1mm; background: #e9edf0; color: #3c4b58; white-space: nowrap; }
.tag.good { background: var(--brand-tint); color: var(--brand-dark); } .tag.warn { background: #f7ead2; color: #81550f; } .tag.bad { background: #f6dfd9; color: #8c3524; }
ul { list-style: none; } ul.quoted li { padding: 1mm 0; border-bottom: 0.2mm solid #e1e6ea; color: #3c4b58; }
.card { break-inside: avoid; padding: 3mm 0 3.2mm 11mm; border-bottom: 0.2mm solid #e1e6ea; position: relative; }
.card:first-of-type { border-top: 0.3mm solid #1b2833; }
.card .rank { position: absolute; left: 0; top: 2.1mm; font: 400 16pt/1.3 "Source Serif 4", serif; color: var(--brand); }
.card .title { font-weight: 600; font-size: 9.5pt; }
.card .tags { margin-top: 1.6mm; display: flex; gap: 1.5mm; flex-wrap: wrap; }
.card .tag { max-width: 100%; white-space: normal; line-height: 1.25; }
.yes { color: var(--brand); font-weight: 600; } .no { color: #b0513c; font-weight: 600; }
`;
