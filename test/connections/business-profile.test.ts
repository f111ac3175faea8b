import { expect, it } from 'vitest';
import type { BusinessLocation, GoogleReview } from '../../demo/services/google/business.ts';
import { comeNight, onlyConnection, syncAll } from '../helpers/connections.ts';
import { ACCOUNT, portalWithGoogle } from '../helpers/google.ts';
import type { Person } from '../helpers/people.ts';
import { record } from '../helpers/records.ts';
import { scan } from '../helpers/scans.ts';

const opened = portalWithGoogle();
const KIND = 'business_profile';

const review = (reviewId: string, facts: Partial<GoogleReview> = {}): GoogleReview => ({
  reviewId,
  reviewer: { displayName: 'Erin M.' },
  starRating: 'FIVE',
  comment: 'Gentle, on time.',
  createTime: '2026-02-01T10:00:00.123456Z',
  updateTime: '2026-02-01T10:00:00.123456Z',
  ...facts,
});

/** A location of this test only. */
function location(number: number, reviews: GoogleReview[]) {
  const property = `accounts/7/locations/${number}`;
  const found: BusinessLocation = { title: `Harbor Street Dental ${number}`, reviews };
  opened.store.locations[property] = found;
  return { property, found };
}

const connect = (person: Person, property: string) =>
  person.post('/api/connections', { kind: KIND, property, serviceAccount: ACCOUNT });

const reviewsOf = async (person: Person) => (await person.get('/api/analytics/reviews?limit=100')).json().data;

it('brings all reviews with their stars, texts, authors and whether they are answered', async () => {
  const many = Array.from({ length: 57 }, (_, at) => review(`more ${at}`, { starRating: 'FOUR' }));
  const reply = { comment: 'Thank you!', updateTime: '2026-02-02T10:00:00Z' };
  const { property } = location(1, [
    ...many,
    review('one', { createTime: '2026-02-03T10:00:00Z', reviewReply: reply }),
    review('two', {
      createTime: '2026-02-04T10:00:00Z',
      starRating: 'TWO',
      reviewer: { displayName: 'A Google User', isAnonymous: true },
    }),
  ]);
  const person = await opened.portal.register();

  const made = await connect(person, property);
  await syncAll(opened.portal);

  expect(made.json().data, made.body).toMatchObject({ kind: KIND, label: 'Harbor Street Dental 1' });
  const { summary, reviews } = await reviewsOf(person);
  expect(summary).toMatchObject({ totalReviews: 59, bySource: [{ source: 'google', count: 59 }] });
  expect(reviews.slice(0, 2)).toMatchObject([
    { rating: 2, authorName: null, responded: false },
    { rating: 5, authorName: 'Erin M.', responded: true, text: 'Gentle, on time.' },
  ]);
  expect(await onlyConnection(person)).toMatchObject({
    status: 'connected',
    rows: 59,
    days: { from: '2026-02-01', to: '2026-02-04' },
  });
});

it('follows reviews that were changed, answered or deleted, and counts none twice', async () => {
  const { property, found } = location(2, [review('kept'), review('deleted'), review('answered')]);
  const person = await opened.portal.register();
  const imported = record('review', { externalId: 'imported', source: 'google' });
  await (await person.pipeline()).post('/api/ingest/records', [
    imported,
    record('review', { externalId: 'elsewhere', source: 'yelp' }),
  ]);
  await connect(person, property);
  await syncAll(opened.portal);
  const before = (await reviewsOf(person)).summary;
  found.reviews = [
    review('kept', { starRating: 'ONE', comment: 'Not any more.', updateTime: '2026-02-05T10:00:00Z' }),
    review('answered', { reviewReply: { comment: 'Thanks', updateTime: '2026-02-05T10:00:00Z' } }),
  ];

  await comeNight(opened.portal, person, KIND);
  await syncAll(opened.portal);

  const { summary, reviews } = await reviewsOf(person);
  const google = reviews.filter(({ source }: { source: string }) => source === 'google');
  expect(before).toMatchObject({ totalReviews: 4 });
  expect(summary).toMatchObject({ totalReviews: 3 });
  expect(google.map(({ rating, responded }: { rating: number; responded: boolean }) => [rating, responded])).toEqual(
    expect.arrayContaining([
      [1, false],
      [5, true],
    ]),
  );
  expect(await onlyConnection(person)).toMatchObject({ rows: 2 });
});

it('lists the locations that a consent may read, connects one, and deletes what it brought when told so', async () => {
  const { property } = location(3, [review('one')]);
  const person = await opened.portal.register();
  const asked = (await person.post('/api/connections/google/authorize', { kinds: [KIND] })).json().url;
  const consented = await fetch(asked, { redirect: 'manual' });
  const back = new URL(String(consented.headers.get('location')));
  const arrived = await person.get(`${back.pathname}${back.search}`);
  const grantId = new URL(String(arrived.headers.location)).searchParams.get('grant');
  const listed = (await person.get(`/api/connections/google/properties?kind=${KIND}`)).json().data;
  const made = await person.post('/api/connections', { kind: KIND, grantId, property });
  await syncAll(opened.portal);
  const before = (await reviewsOf(person)).summary.totalReviews;

  await person.del(`/api/connections/${made.json().data.id}?data=delete`);

  expect(asked).toContain(encodeURIComponent('https://www.googleapis.com/auth/business.manage'));
  expect(listed).toContainEqual({ property, label: 'Harbor Street Dental 3' });
  expect([before, (await reviewsOf(person)).summary.totalReviews]).toEqual([1, 0]);
});

it('brings the listing at Google, in place of what scans find there', async () => {
  const { property, found } = location(5, []);
  found.facts = {
    storefrontAddress: {
      addressLines: ['120 Exchange St'],
      locality: 'Portland',
      administrativeArea: 'ME',
      postalCode: '04101',
    },
    phoneNumbers: { primaryPhone: '(207) 555-0142' },
    websiteUri: 'https://www.harbordental.example/',
    metadata: { mapsUri: 'https://maps.google.com/?cid=1' },
  };
  const person = await opened.portal.register();
  const listings = [
    { directory: 'Google', verificationStatus: 'not_found' },
    { directory: 'Yelp', verificationStatus: 'candidate' },
  ];
  const health = async () => (await person.get('/api/visibility/listing-health')).json().data;
  await connect(person, property);
  await syncAll(opened.portal);
  const before = await health();
  const overview = (await person.get('/api/visibility/overview')).json().data;

  await (await person.pipeline()).post('/api/ingest/scans', scan({ listings }));
  const after = await health();
  const { data } = (await person.get('/api/connections')).json();
  await person.del(`/api/connections/${data[0].id}?data=delete`);

  const google = {
    directory: 'google',
    verificationStatus: 'verified',
    listedName: 'Harbor Street Dental 5',
    listedAddress: '120 Exchange St, Portland, ME 04101',
    listedPhone: '(207) 555-0142',
    listedDomain: 'www.harbordental.example',
  };
  expect(before.directory_results).toMatchObject([google]);
  expect(overview.listings).toMatchObject({ total: 1, verified: 1 });
  expect(after.directory_results).toMatchObject([google, { directory: 'Yelp' }]);
  expect((await health()).summary).toMatchObject({ total: 2, verified: 0, not_found: 1 });
});

it('says of a quota of 0 what to do, and is tried once a day', async () => {
  const { property } = location(4, []);
  const person = await opened.portal.register();
  await connect(person, property);
  opened.store.businessQuota = 0;

  await syncAll(opened.portal);
  const failed = await onlyConnection(person);
  const refused = await connect(await opened.portal.register(), property);
  opened.store.businessQuota = 300;

  expect(failed).toMatchObject({ status: 'quota', problem: 'quota_not_granted' });
  expect(failed.cause).toContain('apply');
  expect(refused.statusCode).toBe(400);
  expect(refused.json().error).toBe(failed.cause);
});
