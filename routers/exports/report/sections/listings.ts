import { truncate } from '../formatting.ts';
import { html } from '../html.ts';
import type { ReportData, ScanData } from '../report-data.ts';
import { userText } from '../user-text.ts';
import type { Wording } from '../wording/english.ts';
import { meanings, omitted, section, UNBROKEN_ROWS } from './section.ts';

const ROWS = 30;
const NAME = 60;

type Listings = NonNullable<ScanData['listings']>;
type Result = Listings['directory_results'][number];

const STATUS = { verified: 'good', candidate: 'warn', not_found: 'bad', wrong: 'warn' };

/** Whether a listing is the organization's for sure, and says something else than the organization, as on the page. */
const differs = (row: Result) =>
  row.verificationStatus === 'verified' &&
  [
    [row.listedName, row.nameMatch],
    [row.listedAddress, row.addressMatch],
    [row.listedPhone, row.phoneMatch],
    [row.listedDomain, row.domainMatch],
  ].some(([listed, agrees]) => listed !== null && !agrees);

const check = ({ verificationStatus }: Result, matches: boolean, words: Wording['texts']['listings']) => {
  if (verificationStatus === 'not_found') return html`<span class="muted">–</span>`;
  return matches ? html`<span class="yes">${words.yes}</span>` : html`<span class="no">${words.no}</span>`;
};

/** Directory listings compared with the organization’s profile. */
export function listingsSection({ scan: { listings } }: ReportData, wording: Wording) {
  if (!listings || listings.directory_results.length === 0) return undefined;
  const { directory_results: results, summary } = listings;
  const words = wording.texts.listings;
  const { heads } = words;
  const wrong = results.filter(differs).length;
  const consistent = results.filter(({ napConsistent }) => napConsistent).length;
  return section(
    words.eyebrow,
    words.title,
    html`${words.lead({ ...summary, notFound: summary.not_found, consistent, wrong })}`,
    html`<table class="${results.length <= UNBROKEN_ROWS && 'keep'}"><thead><tr><th>${heads.directory}</th><th class="w-s">${heads.status}</th><th style="width:18mm">${heads.name}</th><th style="width:18mm">${heads.address}</th>
      <th style="width:18mm">${heads.phone}</th><th style="width:18mm">${heads.website}</th></tr></thead><tbody>
      ${results.slice(0, ROWS).map((result) => {
        const status = differs(result) ? 'wrong' : result.verificationStatus;
        return html`<tr><td>${userText(truncate(result.directory, NAME))}</td><td><span class="tag ${STATUS[status]}">${words.status[status]}</span></td>
        <td>${check(result, result.nameMatch, words)}</td><td>${check(result, result.addressMatch, words)}</td>
        <td>${check(result, result.phoneMatch, words)}</td><td>${check(result, result.domainMatch, words)}</td></tr>`;
      })}
    </tbody></table>
    <p class="note">${words.note}</p>`,
    omitted(wording, results.length - ROWS, 'directories'),
    meanings(wording, [
      [words.status.verified, 'verified'],
      [words.status.candidate, 'candidate'],
    ]),
  );
}
