import type { ReportFacts, ScanFacts } from '../facts.ts';
import { html } from '../html.ts';
import { clip, counted, number } from '../words.ts';
import { more, SHORT, said, section } from './section.ts';

const ROWS = 30;
const NAME = 60;

type Listings = NonNullable<ScanFacts['listings']>;
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

/** What directories say of the organization, against what it says of itself. */
export function listings({ scan: { listings } }: ReportFacts) {
  if (!listings || listings.directory_results.length === 0) return undefined;
  const { directory_results: results, summary } = listings;
  const consistent = results.filter(({ napConsistent }) => napConsistent).length;
  return section(
    'Directories',
    'Listings',
    html`Of ${counted(summary.total, 'directory', 'directories')}, the listing is verified in ${number(summary.verified)},
    a candidate in ${number(summary.candidate)} and not to be found in ${number(summary.not_found)}.
    Name, address and phone are all right in ${number(consistent)}.`,
    html`<table class="${results.length <= SHORT && 'keep'}"><thead><tr><th>Directory</th><th class="w-s">Status</th><th style="width:18mm">Name</th><th style="width:18mm">Address</th>
      <th style="width:18mm">Phone</th><th style="width:18mm">Website</th></tr></thead><tbody>
      ${results.slice(0, ROWS).map((result) => {
        const [kind, word] = STATUS[result.verificationStatus];
        return html`<tr><td>${said(clip(result.directory, NAME))}</td><td><span class="tag ${kind}">${word}</span></td>
        <td>${check(result, result.nameMatch)}</td><td>${check(result, result.addressMatch)}</td>
        <td>${check(result, result.phoneMatch)}</td><td>${check(result, result.domainMatch)}</td></tr>`;
      })}
    </tbody></table>
    <p class="note">Yes: the directory says what the organization says of itself.</p>`,
    more(results.length - ROWS, 'directories'),
  );
}
