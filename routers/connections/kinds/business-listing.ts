import { z } from 'zod';
import type { Listing } from '../../../db/schema/scan-parts.ts';

// A location of the Business Information API:
// https://developers.google.com/my-business/reference/businessinformation/rest/v1/accounts.locations

/** The fields of a location that a listing has. */
export const LISTED = 'title,storefrontAddress,phoneNumbers,websiteUri,metadata';

export const ProfileLocation = z.object({
  title: z.string().default(''),
  storefrontAddress: z
    .object({
      addressLines: z.array(z.string()).default([]),
      locality: z.string().default(''),
      administrativeArea: z.string().default(''),
      postalCode: z.string().default(''),
    })
    .optional(),
  phoneNumbers: z.object({ primaryPhone: z.string().default('') }).optional(),
  websiteUri: z.string().default(''),
  metadata: z.object({ mapsUri: z.string().default('') }).optional(),
});

const some = (text: string | undefined, most: number) => text?.trim().slice(0, most).toWellFormed() || null;

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : undefined);

/** The listing at Google: its owner has said what it says, so it is the client's for certain. */
export function toListing(location: z.infer<typeof ProfileLocation>, checkedAt: string): Listing {
  const { title, storefrontAddress: at, phoneNumbers, websiteUri, metadata } = location;
  const place = at && [`${at.administrativeArea} ${at.postalCode}`.trim(), at.locality].reverse();
  const address = at && [...at.addressLines, ...(place ?? [])].filter((part) => part.trim() !== '').join(', ');
  return {
    directory: 'google',
    verificationStatus: 'verified',
    listingUrl: some(metadata?.mapsUri, 2048),
    listedName: some(title, 200),
    listedAddress: some(address, 500),
    listedPhone: some(phoneNumbers?.primaryPhone, 50),
    listedDomain: some(hostOf(websiteUri), 253),
    checkedAt,
  };
}
