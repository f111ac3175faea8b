import { fileURLToPath } from 'node:url';
import { DEMO } from '../demo/seed.ts';
import { type CollectedSpan, startCollector } from '../demo/services/telemetry/collector.ts';
import { openChromium } from './browser/chromium.ts';
import { startDemoPortal, until } from './browser/demo-portal.ts';

// `npm run trace-picture`: starts a portal with its demo and a small collector, asks one question, and draws its trace.

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PICTURE = fileURLToPath(new URL('../docs/trace.png', import.meta.url));

async function ask(portalUrl: string) {
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(`${portalUrl}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(DEMO) });
  const cookie = login.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const question = { type: 'nlq', query: 'Why did my score drop?' };
  for (const traceparent of [undefined, `00-${TRACE}-00f067aa0ba902b7-01`])
    await fetch(`${portalUrl}/api/insights/query`, {
      method: 'POST',
      headers: { ...headers, cookie, ...(traceparent && { traceparent }) },
      body: JSON.stringify(question),
    }).then((answer) => answer.text());
}

/** The spans in the order of a tree, each with its depth. */
function inTree(spans: CollectedSpan[]): [CollectedSpan, number][] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const byStart = spans.toSorted((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)));
  const below = (parent: string | undefined, depth: number): [CollectedSpan, number][] =>
    byStart
      .filter(({ parentSpanId = '' }) => (parent ? parentSpanId === parent : !ids.has(parentSpanId)))
      .flatMap((span) => [[span, depth] as [CollectedSpan, number], ...below(span.spanId, depth + 1)]);
  return below(undefined, 0);
}

const colour = ({ service, attributes }: CollectedSpan) => {
  if (attributes['db.system.name']) return ['database', '#b7791f'] as const;
  return service === 'portal' ? (['portal', '#2b6cb0'] as const) : ([service, '#2f855a'] as const);
};

function pageOf(spans: CollectedSpan[]) {
  const [first = 0n] = spans.map((span) => BigInt(span.startTimeUnixNano)).toSorted((a, b) => Number(a - b));
  const ms = (time: string | number) => Number(BigInt(time) - first) / 1e6;
  const end = Math.max(...spans.map((span) => ms(span.endTimeUnixNano)));
  const rows = inTree(spans).map(([span, depth]) => {
    const [from, to] = [ms(span.startTimeUnixNano), ms(span.endTimeUnixNano)];
    const bar = `left:${(from / end) * 100}%;width:max(2px,${((to - from) / end) * 100}%);background:${colour(span)[1]}`;
    return `<tr><td style="padding-left:${8 + depth * 16}px">${span.name}</td><td>${colour(span)[0]}</td>
      <td class="time">${(to - from).toFixed(1)} ms</td><td class="line"><i style="${bar}"></i></td></tr>`;
  });
  return `<!doctype html><style>
    body { font: 13px/1.2 sans-serif; margin: 20px; color: #1a202c } h1 { font-size: 16px; margin: 0 0 12px }
    table { border-collapse: collapse; width: 100% } td { padding: 3px 8px; white-space: nowrap; border-top: 1px solid #edf2f7 }
    td:nth-child(2) { color: #4a5568 } .time { text-align: right } .line { width: 55%; position: relative }
    i { position: absolute; top: 5px; height: 10px; border-radius: 2px }
  </style><h1>POST /api/insights/query: ${spans.length} spans in ${end.toFixed(0)} ms, trace ${TRACE}</h1><table>${rows.join('')}</table>`;
}

async function draw(folder: string, spans: CollectedSpan[]) {
  await using browser = await openChromium(folder);
  const page = await browser.newPage({ viewport: { width: 1180, height: 200 } });
  await page.setContent(pageOf(spans));
  await page.screenshot({ path: PICTURE, fullPage: true });
}

const collector = await startCollector();
try {
  await using portal = await startDemoPortal({
    PORT: process.env.PORT ?? '4105',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  await ask(portal.url);
  const ofTrace = () => collector.spans().filter(({ traceId }) => traceId === TRACE);
  const has = (service: string) => ofTrace().some((span) => span.service === service && span.kind === 2);
  await until(() => (has('portal') && has('portal-insights') ? true : undefined), 'trace of both services');
  await draw(portal.folder, ofTrace());
} finally {
  await collector.close();
}
