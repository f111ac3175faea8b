import { bar } from '../charts.ts';
import { formatNumber, formatScore, pluralize, truncate } from '../formatting.ts';
import { html } from '../html.ts';
import type { ReportData } from '../report-data.ts';
import { omitted, section, userText } from './section.ts';

const QUERIES = 10;
const FACTORS = 8;
const TEXT = 600;
const LINE = 110;

const BAND = { low: 'bad', medium: 'warn', high: 'good' };

/** Visibility in AI search, and the confidence in it. */
export function aiSearchSection({ scan: { aeo } }: ReportData) {
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
    html`Visibility in AI search is ${formatScore(aeo.aeo_visibility_score)} of 100, based on
    ${pluralize(aeo.sample_size, 'answer')}${aeo.coverage === 'limited' && ' and with limited coverage'}.`,
    html`<table class="keep"><thead><tr><th>Measure</th><th class="w-l"></th><th class="n w-n">Score</th></tr></thead><tbody>
      ${parts.map(([label, value]) => html`<tr><td>${label}</td><td>${bar(value ?? 0)}</td><td class="n">${formatScore(value)}</td></tr>`)}
    </tbody></table>`,
    html`<div class="keep"><h3>Confidence ${formatScore(sure.score)} of 100 <span class="tag ${sure.band && BAND[sure.band]}">${sure.band}</span></h3>
      <p>${userText(truncate(sure.summary ?? '', TEXT))}</p><p class="muted">${userText(truncate(sure.detail ?? '', TEXT))}</p></div>`,
    sure.factors.length > 0 &&
      html`<table class="keep" style="margin-top:3mm"><thead><tr><th>Factor</th><th class="n w-s">Value</th><th class="n w-s">Weight</th></tr></thead><tbody>
      ${sure.factors
        .slice(0, FACTORS)
        .map(
          ({ label, value, weight }) =>
            html`<tr><td>${userText(truncate(label, LINE))}</td><td class="n">${formatNumber(value)}</td><td class="n">${formatNumber(weight)}</td></tr>`,
        )}</tbody></table>`,
    omitted(sure.factors.length - FACTORS, 'factors'),
    queries.length > 0 &&
      html`<h3>Questions asked</h3><ul class="quoted">${queries
        .slice(0, QUERIES)
        .map((query) => html`<li class="keep">${userText(truncate(query, LINE))}</li>`)}</ul>`,
    omitted(queries.length - QUERIES, 'questions'),
  );
}
