import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { listing } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

const RECORD = {
  name: 'Harbor Street Dental',
  address: '12 Harbor Street, Suite 3, Portland, ME 04101',
  phone: '+12075550142',
  website: 'https://www.harborstreetdental.example/',
};

const LISTED = {
  listedName: 'HARBOR ST. DENTAL, LLC',
  listedAddress: '12 Harbor St #3, Portland, Maine 04101-2345',
  listedPhone: '(207) 555-0142',
  listedDomain: 'harborstreetdental.example',
};

type OwnRecord = { [field in keyof typeof RECORD | 'timezone']?: string | null };

/** Changes the organization's contact details. */
const say = async (person: Person, record: OwnRecord) =>
  expect((await person.put('/api/auth/org', record)).statusCode).toBe(200);

async function listed(listings: object[], record: OwnRecord = RECORD) {
  const person = await portal.register();
  await say(person, record);
  const pipeline = await person.pipeline();
  const response = await pipeline.post('/api/ingest/scans', scan({ listings }));
  expect(response.statusCode).toBe(201);
  const read = async () => (await person.get('/api/visibility/listing-health')).json().data;
  return { person, read, data: await read() };
}

describe('GET /api/visibility/listing-health', () => {
  it('returns empty values before the first scan', async () => {
    const person = await portal.register();

    const response = await person.get('/api/visibility/listing-health');

    const summary = { total: 0, verified: 0, candidate: 0, not_found: 0 };
    expect(response.json()).toEqual({ ok: true, data: { directory_results: [], summary } });
  });

  it('matches spelling variants', async () => {
    const { data } = await listed([listing(LISTED)]);

    expect(data.directory_results).toEqual([
      {
        directory: 'Yelp',
        listingUrl: 'https://yelp.example/biz/1',
        verificationStatus: 'verified',
        ...LISTED,
        nameMatch: true,
        addressMatch: true,
        phoneMatch: true,
        domainMatch: true,
        napConsistent: true,
        checkedAt: '2026-02-15T01:00:00.000Z',
      },
    ]);
  });

  it.each([
    ['nameMatch', { listedName: 'Harbor Street Orthodontics' }, true],
    ['addressMatch', { listedAddress: '12 Harbor St #4, Portland, ME 04101' }, true],
    ['phoneMatch', { listedPhone: '(207) 555-0143' }, true],
    ['domainMatch', { listedDomain: 'other.example' }, false],
    ['phoneMatch', { listedPhone: null }, true],
  ])('reports %s for %j', async (flag, difference, matters) => {
    const { data } = await listed([listing({ ...LISTED, ...difference })]);

    const flags = { nameMatch: true, addressMatch: true, phoneMatch: true, domainMatch: true };
    expect(data.directory_results[0]).toMatchObject({ ...flags, [flag]: false, napConsistent: !matters });
  });

  it('reports no match for details missing from the profile', async () => {
    const { data } = await listed([listing(LISTED)], { ...RECORD, address: null, phone: null, website: null });

    const flags = { nameMatch: true, addressMatch: false, phoneMatch: false, domainMatch: false, napConsistent: false };
    expect(data.directory_results[0]).toMatchObject(flags);
  });

  it('returns null details for a listing that was not found', async () => {
    const { data } = await listed([listing({ ...LISTED, verificationStatus: 'not_found', nameMatch: true })]);

    expect(data.directory_results[0]).toMatchObject({
      verificationStatus: 'not_found',
      listedName: null,
      listedAddress: null,
      listedPhone: null,
      listedDomain: null,
      nameMatch: false,
      addressMatch: false,
      phoneMatch: false,
      domainMatch: false,
      napConsistent: false,
    });
  });

  it('reflects a change of the profile immediately', async () => {
    const { person, read, data } = await listed([listing({ ...LISTED, listedPhone: '+44 20 7946 0958' })]);

    await say(person, { phone: '020 7946 0958' });
    const after = await read();

    expect(data.directory_results[0]).toMatchObject({ phoneMatch: false, napConsistent: false });
    expect(after.directory_results[0]).toMatchObject({ phoneMatch: true, napConsistent: true });
  });

  it.each([
    ['Europe/Rome', '333 123 4567', '+39 333 123 4567'],
    ['UTC', '01 42 68 53 00', '01 42 68 53 00'],
  ])('reads phone numbers as those of the country: %s, %j and %j', async (timezone, phone, listedPhone) => {
    const { data } = await listed([listing({ ...LISTED, listedPhone })], { ...RECORD, timezone, phone });

    expect(data.directory_results[0]).toMatchObject({ phoneMatch: true, napConsistent: true });
  });

  it('counts directories by verification status', async () => {
    const person = await portal.register();
    const pipeline = await person.pipeline();
    const found = fc.constantFrom('verified', 'candidate', 'not_found');

    await fc.assert(
      fc.asyncProperty(fc.array(found, { maxLength: 40 }), async (statuses) => {
        const listings = statuses.map((verificationStatus) => listing({ verificationStatus }));
        await pipeline.post('/api/ingest/scans', scan({ externalId: 'random', listings }));

        const { data } = (await person.get('/api/visibility/listing-health')).json();

        const counted = { total: statuses.length, verified: 0, candidate: 0, not_found: 0 };
        for (const status of statuses) counted[status as 'verified']++;
        expect(data.summary).toEqual(counted);
        expect(data.directory_results).toHaveLength(statuses.length);
      }),
      { numRuns: 15, seed: 20261121 },
    );
  });
});
