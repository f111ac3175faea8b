import type { Listing } from '../../../db/schema/scan-parts.ts';
import { sameDomain } from './domains.ts';
import { samePhone } from './phones.ts';
import { sameAddress, sameName } from './sameness.ts';

/** What the organization says of itself. */
export interface BusinessRecord {
  name: string | null;
  address: string | null;
  phone: string | null;
  website: string | null;
}

type Maybe = string | null | undefined;

/** What one side does not say is no match. */
const matches = (own: Maybe, listed: Maybe, same: (own: string, listed: string) => boolean) =>
  Boolean(own && listed) && same(own ?? '', listed ?? '');

function checkListing(
  { directory, listingUrl = null, verificationStatus, checkedAt, ...listing }: Listing,
  own: BusinessRecord,
) {
  const found = verificationStatus !== 'not_found';
  const { listedName = null, listedAddress = null, listedPhone = null, listedDomain = null } = found ? listing : {};
  const nameMatch = matches(own.name, listedName, sameName);
  const addressMatch = matches(own.address, listedAddress, sameAddress);
  const phoneMatch = matches(own.phone, listedPhone, samePhone);
  return {
    directory,
    listingUrl,
    verificationStatus,
    listedName,
    listedAddress,
    listedPhone,
    listedDomain,
    nameMatch,
    addressMatch,
    phoneMatch,
    domainMatch: matches(own.website, listedDomain, sameDomain),
    napConsistent: nameMatch && addressMatch && phoneMatch,
    checkedAt: checkedAt ? new Date(checkedAt) : null,
  };
}

/** How many directories know the organization. */
export function listingSummary(listings: Listing[]) {
  const count = (status: Listing['verificationStatus']) =>
    listings.filter(({ verificationStatus }) => verificationStatus === status).length;
  return {
    total: listings.length,
    verified: count('verified'),
    candidate: count('candidate'),
    not_found: count('not_found'),
  };
}

/** What directories say, held against what the organization says of itself. */
export const listingHealth = (listings: Listing[], own: BusinessRecord) => ({
  directory_results: listings.map((listing) => checkListing(listing, own)),
  summary: listingSummary(listings),
});
