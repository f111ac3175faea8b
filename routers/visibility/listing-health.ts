import { z } from 'zod';
import { dataBytesOf, PAGED, setNext } from '../../server/lists/page.ts';
import { ranking } from '../../server/lists/ranking.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, Paging, parsedOnce, Timestamp } from '../values/shapes.ts';
import { readBusinessRecord } from './business-record.ts';
import { withConnectedListings } from './directory-listings.ts';
import { listingHealth } from './figures/listings.ts';
import { latestScan } from './latest-scan.ts';
import { ListingSummary } from './shapes.ts';

const { get } = rest('Visibility', { weight: 'heavy' });

const DirectoryListing = z
  .object({
    directory: z.string().meta({ description: 'Name of the directory.', example: 'Apple Maps' }),
    listingUrl: z
      .string()
      .nullable()
      .meta({ description: 'Address of the listing; null if unknown.', example: 'https://maps.apple.com/place?id=1' }),
    verificationStatus: z
      .enum(['verified', 'candidate', 'not_found'])
      .describe('Whether the listing belongs to the organization, probably belongs to it, or was not found.'),
    listedName: z.string().nullable().meta({ description: 'Name in the listing.', example: 'Harbor St. Dental' }),
    listedAddress: z
      .string()
      .nullable()
      .meta({ description: 'Address in the listing.', example: '12 Harbor St Ste 3, Portland ME 04101' }),
    listedPhone: z.string().nullable().meta({ description: 'Phone number in the listing.', example: '(207) 555-0142' }),
    listedDomain: z
      .string()
      .nullable()
      .meta({ description: 'Website domain in the listing.', example: 'harborstreetdental.example' }),
    nameMatch: z.boolean().describe('Whether the name matches the organization’s profile.'),
    addressMatch: z.boolean().describe('Whether the address matches.'),
    phoneMatch: z.boolean().describe('Whether the phone number matches.'),
    domainMatch: z.boolean().describe('Whether the website domain matches.'),
    napConsistent: z.boolean().describe('Whether name, address and phone number all match.'),
    checkedAt: Timestamp.nullable().describe('Time of the check; null if unknown.'),
  })
  .meta({ id: 'DirectoryListing', description: 'A directory’s listing compared with the organization’s profile.' });

const ListingHealth = z
  .object({
    directory_results: z.array(DirectoryListing).describe('One result for each directory.'),
    summary: ListingSummary,
  })
  .meta({ id: 'ListingHealth', description: 'Accuracy of the directory listings.' });

const Filter = Paging(1000, 1000);

// In the order of the scan.
const pageOf = ranking('listings', [], () => []);

export const listingHealthProcedures = {
  listingHealth: tenantProcedure
    .meta(
      get('/visibility/listing-health', 'Get listing health', {
        tool: {
          name: 'get_listing_health',
          hint: 'For questions about name, address and phone in directories.',
          untrusted: [
            'data.directory_results.listedName',
            'data.directory_results.listedAddress',
            'data.directory_results.listedPhone',
            'data.directory_results.listedDomain',
          ],
        },
        versioned: true,
        description:
          'Compares the directory listings found by the latest scan with the organization’s profile. Spelling variants match. The summary covers all directories, not only those listed.',
        returns: 'The result for each directory, and a summary.',
        ...PAGED,
      }),
    )
    .input(Filter)
    .output(parsedOnce(Data(ListingHealth)))
    .query(async ({ ctx, input }) => {
      const { deps, db, tenant } = ctx;
      // The answer includes the profile: changing it raises the scores version too.
      const answer = await deps.cache(['listing-health', tenant.clientId, tenant.scoresVersion], async () => {
        const [scan, own] = await Promise.all([latestScan(db, tenant, ['listings']), readBusinessRecord(db, tenant)]);
        const listings = scan ? scan.parts.listings : await withConnectedListings(db, tenant, undefined);
        return { ok: true as const, data: listingHealth(listings ?? [], own) };
      });
      const { rows, next, isWhole } = pageOf(answer.data.directory_results, input, dataBytesOf(ctx.request));
      setNext(ctx, input, next);
      return isWhole ? answer : { ok: true, data: { ...answer.data, directory_results: rows } };
    }),
};
