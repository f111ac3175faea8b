import { formatNumber, pluralize, truncate } from '../formatting.ts';
import { html } from '../html.ts';
import type { ReportData, ScanData } from '../report-data.ts';
import { omitted, section, UNBROKEN_ROWS, userText } from './section.ts';

const ROWS = 30;
const NAME = 60;

type Listings = NonNullable<ScanData['listings']>;
type Result = Listings['directory_results'][number];

const STATUS = {
  verified: ['good', 'Verified'],
  candidate: ['warn', 'Candidate'],
  not_found: ['bad', 'Not found'],
} as const;

const check = ({ verificationStatus }: Result, matches: boolean) => {
  if (verificationStatus === 'not_found') return html`<span class="muted">–</span>`;
  return matches ? html`<span class="yes">Yes</span>` : html`<span class="no">No</span>`;
};

/** Directory listings compared with the organization’s profile. */
export function listingsSection({ scan: { listings } }: ReportData) {
  if (!listings || listings.directory_results.length === 0) return undefined;
  const { directory_results: results, summary } = listings;
  const consistent = results.filter(({ napConsistent }) => napConsistent).length;
  return section(
    'Directories',
    'Listings',
    html`Of ${pluralize(summary.total, 'directory', 'directories')}, the listing is verified in ${formatNumber(summary.verified)},
    a candidate in ${formatNumber(summary.candidate)} and missing in ${formatNumber(summary.not_found)}.
    Name, address and phone are all correct in ${formatNumber(consistent)}.`,
    html`<table class="${results.length <= UNBROKEN_ROWS && 'keep'}"><thead><tr><th>Directory</th><th class="w-s">Status</th><th style="width:18mm">Name</th><th style="width:18mm">Address</th>
      <th style="width:18mm">Phone</th><th style="width:18mm">Website</th></tr></thead><tbody>
      ${results.slice(0, ROWS).map((result) => {
        const [kind, word] = STATUS[result.verificationStatus];
        return html`<tr><td>${userText(truncate(result.directory, NAME))}</td><td><span class="tag ${kind}">${word}</span></td>
        <td>${check(result, result.nameMatch)}</td><td>${check(result, result.addressMatch)}</td>
        <td>${check(result, result.phoneMatch)}</td><td>${check(result, result.domainMatch)}</td></tr>`;
      })}
    </tbody></table>
    <p class="note">Yes: the listing matches the organization’s profile.</p>`,
    omitted(results.length - ROWS, 'directories'),
  );
}
