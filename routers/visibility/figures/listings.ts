import type { Listing } from '../../../db/schema/scan-parts.ts';
import { countryOf } from './countries.ts';
import { domainsMatch } from './domains.ts';
import { phonesMatch } from './phones.ts';
import { addressesMatch, namesMatch } from './text-matching.ts';

/** The organization's own contact details. */
export interface BusinessRecord {
  name: string | null;
  address: string | null;
  phone: string | null;
  website: string | null;
  /** For the country of phone numbers without one. */
  timezone: string | null;
}

type Optional = string | null | undefined;

/** A value missing on either side is no match. */
const matches = (own: Optional, listed: Optional, same: (own: string, listed: string) => boolean) =>
  Boolean(own && listed) && same(own ?? '', listed ?? '');

function checkListing(
  { directory, listingUrl = null, verificationStatus, checkedAt, ...listing }: Listing,
  own: BusinessRecord,
  phonesEqual: (own: string, listed: string) => boolean,
) {
  const found = verificationStatus !== 'not_found';
  const { listedName = null, listedAddress = null, listedPhone = null, listedDomain = null } = found ? listing : {};
  const nameMatch = matches(own.name, listedName, namesMatch);
  const addressMatch = matches(own.address, listedAddress, addressesMatch);
  const phoneMatch = matches(own.phone, listedPhone, phonesEqual);
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
    domainMatch: matches(own.website, listedDomain, domainsMatch),
    napConsistent: nameMatch && addressMatch && phoneMatch,
    checkedAt: checkedAt ? new Date(checkedAt) : null,
  };
}

/** Number of listings by verification status. */
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

/** Compares directory listings with the organization's contact details. */
export function listingHealth(listings: Listing[], own: BusinessRecord) {
  const home = countryOf(own);
  const phonesEqual = (one: string, other: string) => phonesMatch(one, other, home);
  return {
    directory_results: listings.map((listing) => checkListing(listing, own, phonesEqual)),
    summary: listingSummary(listings),
  };
}
