import { bar } from '../charts.ts';
import type { ReportFacts } from '../facts.ts';
import { html } from '../html.ts';
import { clip, counted, number, score } from '../words.ts';
import { more, said, section } from './section.ts';

const QUERIES = 10;
const FACTORS = 8;
const TEXT = 600;
const LINE = 110;

const BAND = { low: 'bad', medium: 'warn', high: 'good' };

/** How AI search sees the organization, and how sure that is. */
export function aiSearch({ scan: { aeo } }: ReportFacts) {
  if (!aeo) return undefined;
  const { aeo_confidence: sure, generated_queries: queries } = aeo;
  const parts = [
    ['Visibility', aeo.visibility_score],
    ['Position', aeo.position_score],
    ['Sentiment', aeo.sentiment_score],
    ['Accuracy', aeo.accuracy_score],
  ] as const;
  return section(
    'Answer engines',
    'Visibility in AI search',
    html`AI search sees the organization with ${score(aeo.aeo_visibility_score)} of 100, by
    ${counted(aeo.sample_size, 'answer')}${aeo.coverage === 'limited' && ' and with limited coverage'}.`,
    html`<table class="keep"><thead><tr><th>Measure</th><th class="w-l"></th><th class="n w-n">Score</th></tr></thead><tbody>
      ${parts.map(([label, value]) => html`<tr><td>${label}</td><td>${bar(value ?? 0)}</td><td class="n">${score(value)}</td></tr>`)}
    </tbody></table>`,
    html`<div class="keep"><h3>Confidence ${score(sure.score)} of 100 <span class="tag ${sure.band && BAND[sure.band]}">${sure.band}</span></h3>
      <p>${said(clip(sure.summary ?? '', TEXT))}</p><p class="muted">${said(clip(sure.detail ?? '', TEXT))}</p></div>`,
    sure.factors.length > 0 &&
      html`<table class="keep" style="margin-top:3mm"><thead><tr><th>Factor</th><th class="n w-s">Value</th><th class="n w-s">Weight</th></tr></thead><tbody>
      ${sure.factors
        .slice(0, FACTORS)
        .map(
          ({ label, value, weight }) =>
            html`<tr><td>${said(clip(label, LINE))}</td><td class="n">${number(value)}</td><td class="n">${number(weight)}</td></tr>`,
        )}</tbody></table>`,
    more(sure.factors.length - FACTORS, 'factors'),
    queries.length > 0 &&
      html`<h3>Questions that were asked</h3><ul class="quoted">${queries
        .slice(0, QUERIES)
        .map((query) => html`<li class="keep">${said(clip(query, LINE))}</li>`)}</ul>`,
    more(queries.length - QUERIES, 'questions'),
  );
}
