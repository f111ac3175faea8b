import { describe, expect, it } from 'vitest';
import type { Listing } from '../../db/schema/scan-parts.ts';
import { listingHealth } from '../../routers/visibility/figures/listings.ts';
import { leastProcessorTime } from '../helpers/processor.ts';

const own = {
  name: 'Harbor Street Dental',
  address: '12 Harbor Street, Portland, ME 04101',
  phone: '+1 207 555 0142',
  website: 'https://harborstreetdental.example',
  timezone: 'America/New_York',
};

const listings = (count: number, listing: Partial<Listing>): Listing[] =>
  Array.from({ length: count }, (_, n) => ({
    directory: `directory-${n}`,
    verificationStatus: 'verified',
    ...listing,
  }));

const phone = (blanks: number) => `${'1'.repeat(60)}${' '.repeat(blanks)}#`;

describe('Listings of unusual length', () => {
  it.each([
    ['phones of digits and blanks', 400, { listedPhone: phone(188) }],
    ['phones of 40 digits and blanks', 400, { listedPhone: `${'1'.repeat(20)}${' '.repeat(19)}#` }],
    ['names of ligatures', 690, { listedName: '\uFDFA'.repeat(2000) }],
    ['addresses of ligatures', 690, { listedAddress: '\uFDFA'.repeat(2000) }],
    ['addresses of rooms', 690, { listedAddress: 'suite '.repeat(333) }],
    ['addresses of blanks', 690, { listedAddress: `12 Harbor Street,${' '.repeat(270)}x` }],
    ['names of blanks', 690, { listedName: `Harbor${' '.repeat(270)}x` }],
    ['names of dots', 690, { listedName: 'a.'.repeat(1000) }],
    ['domains of dots', 690, { listedDomain: 'a.'.repeat(120) }],
  ])('are compared in little time: %s', async (_, count, listing) => {
    const long = listings(count, listing);

    const time = await leastProcessorTime(() => listingHealth(long, own));

    expect(time).toBeLessThan(1000);
  });

  it('match by their first 300 characters, phones of more than 40 not at all', () => {
    const name = 'Dental '.repeat(50);
    const listed = {
      listedName: `${name} of Portland`,
      listedAddress: `${own.address}${' '.repeat(500)}`,
      listedPhone: `${own.phone} ext. ${'1'.repeat(40)}`,
    };

    const [result] = listingHealth(listings(1, listed), { ...own, name }).directory_results;

    expect(result).toMatchObject({ nameMatch: true, addressMatch: true, phoneMatch: false });
  });
});
