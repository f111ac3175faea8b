import { z } from 'zod';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, parsedOnce, Timestamp } from '../shapes.ts';
import { listingHealth } from './figures/listings.ts';
import { latestScan } from './latest-scan.ts';
import { ownRecord } from './own-record.ts';
import { ListingSummary } from './shapes.ts';

const { get } = rest('Visibility');

const DirectoryResult = z.object({
  directory: z.string(),
  listingUrl: z.string().nullable(),
  verificationStatus: z.enum(['verified', 'candidate', 'not_found']),
  listedName: z.string().nullable(),
  listedAddress: z.string().nullable(),
  listedPhone: z.string().nullable(),
  listedDomain: z.string().nullable(),
  nameMatch: z.boolean(),
  addressMatch: z.boolean(),
  phoneMatch: z.boolean(),
  domainMatch: z.boolean(),
  /** Name, address and phone all match. */
  napConsistent: z.boolean(),
  checkedAt: Timestamp.nullable(),
});

const ListingHealth = z.object({ directory_results: z.array(DirectoryResult), summary: ListingSummary });

export const listingHealthProcedures = {
  listingHealth: tenantProcedure
    .meta(get('/visibility/listing-health', 'What directories say, held against the organization’s own record'))
    .output(parsedOnce(Data(ListingHealth)))
    .query(({ ctx: { deps, db, tenant } }) =>
      // The record is part of the answer: whoever changes it raises the version of the scores too.
      deps.cache(['listing-health', tenant.clientId, tenant.scoresVersion], async () => {
        const [scan, own] = await Promise.all([latestScan(db, tenant, ['listings']), ownRecord(db, tenant)]);
        return { ok: true as const, data: listingHealth(scan?.parts.listings ?? [], own) };
      }),
    ),
};
