const NAME = 'Harbor Street Dental';
const ADDRESS = '12 Harbor Street, Suite 3, Portland, ME 04101';
const PHONE = '(207) 555-0142';
const DOMAIN = 'harborstreetdental.example';

interface Shown {
  directory: string;
  url: string;
  /** The weeks of the year from which the listing exists and is verified. */
  found: number;
  verified: number;
  name?: string;
  address?: string;
  phone?: string;
  domain?: string | null;
}

// Most agree with the practice in varying spellings; some do not, and one is missing.
const DIRECTORIES: Shown[] = [
  { directory: 'Google Business Profile', url: 'https://www.google.com/maps', found: 0, verified: 0 },
  {
    directory: 'Apple Maps',
    url: 'https://maps.apple.com',
    found: 0,
    verified: 9,
    address: '12 Harbor St Ste 3, Portland ME 04101',
  },
  {
    directory: 'Facebook',
    url: 'https://www.facebook.com/HarborStreetDental',
    found: 0,
    verified: 4,
    name: 'Harbor St. Dental',
  },
  {
    directory: 'Bing Places',
    url: 'https://www.bing.com/maps',
    found: 3,
    verified: 16,
    address: '14 Harbor Street, Portland, ME 04101',
  },
  { directory: 'Yelp', url: 'https://www.yelp.com', found: 0, verified: 12, phone: '(207) 555-0119' },
  { directory: 'Healthgrades', url: 'https://www.healthgrades.com', found: 8, verified: 30, phone: '+1 207-555-0142' },
  { directory: 'Zocdoc', url: 'https://www.zocdoc.com', found: 20, verified: 38, domain: `www.${DOMAIN}` },
  {
    directory: 'WebMD Care',
    url: 'https://care.webmd.com',
    found: 26,
    verified: 99,
    name: 'Harbor Street Dental LLC',
    domain: null,
  },
  {
    directory: 'Yellow Pages',
    url: 'https://www.yellowpages.com',
    found: 5,
    verified: 99,
    name: 'Old Port Dental Group',
    domain: 'oldportdental.example',
  },
  { directory: 'Foursquare', url: 'https://foursquare.com', found: 99, verified: 99 },
];

/** The directory listings in a week of the year. */
export const demoListings = (week: number, checkedAt: string) =>
  DIRECTORIES.map(
    ({ directory, url, found, verified, name = NAME, address = ADDRESS, phone = PHONE, domain = DOMAIN }) =>
      week < found
        ? { directory, verificationStatus: 'not_found' as const, checkedAt }
        : {
            directory,
            listingUrl: url,
            verificationStatus: week < verified ? ('candidate' as const) : ('verified' as const),
            listedName: name,
            listedAddress: address,
            listedPhone: phone,
            ...(domain && { listedDomain: domain }),
            checkedAt,
          },
  );
