import { hash } from 'node:crypto';
import { z } from 'zod';
import { todayIn } from '../../values/days.ts';
import { askGoogle, googleUrl } from '../google/ask-google.ts';
import { googleNeeds } from '../google/needs.ts';
import { SourceFailure } from '../problems.ts';
import { LISTED, ProfileLocation, toListing } from './business-listing.ts';
import type { Kind, SourceAccess, SourcePart, SourceRecord } from './kind.ts';
import { idPrefix } from './website-day.ts';

// Reviews are in version 4 of the API, which no client library has:
// https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews

const KIND = 'business_profile';

/** Google gives at most 50 reviews at once. */
const PAGE = 50;
const MOST_PAGES = 200;
const LONGEST = { text: 10_000, author: 200 };

const Reviews = z.object({
  reviews: z
    .array(
      z.object({
        reviewId: z.string().min(1),
        reviewer: z.object({ displayName: z.string().default(''), isAnonymous: z.boolean().default(false) }).optional(),
        starRating: z.string(),
        comment: z.string().default(''),
        createTime: z.string(),
        reviewReply: z.object({ comment: z.string().default('') }).optional(),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
});

type Review = z.infer<typeof Reviews>['reviews'][number];

const STARS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'];

async function reviewPage(access: SourceAccess, size: number, pageToken = '') {
  const url = googleUrl(access, 'mybusiness.googleapis.com', `/v4/${access.property}/reviews`);
  url.search = new URLSearchParams({ pageSize: String(size), ...(pageToken && { pageToken }) }).toString();
  const { data } = Reviews.safeParse(await askGoogle(access, KIND, url));
  if (!data) throw new SourceFailure('strange_answer');
  return data;
}

/** A review as a record; none where it has no stars. */
function toRecords({ reviewId, reviewer, starRating, comment, createTime, reviewReply }: Review): SourceRecord[] {
  const rating = STARS.indexOf(starRating) + 1;
  if (rating === 0) return [];
  const data = {
    source: 'google',
    rating,
    text: comment.slice(0, LONGEST.text).toWellFormed() || null,
    authorName: reviewer?.isAnonymous ? null : reviewer?.displayName.slice(0, LONGEST.author).toWellFormed() || null,
    publishedAt: createTime,
    responded: reviewReply !== undefined,
    answer: reviewReply?.comment.slice(0, LONGEST.text).toWellFormed() || null,
  };
  return [{ type: 'review', externalId: idPrefix(KIND) + hash('sha256', reviewId).slice(0, 32), data }];
}

/** All reviews that there are now: any of them may have been changed, answered or deleted. */
async function* readReviews(access: SourceAccess): AsyncIterable<SourcePart> {
  let token = '';
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { reviews, nextPageToken = '' } = await reviewPage(access, PAGE, token);
    yield { records: reviews.flatMap(toRecords), isLast: nextPageToken === '' };
    token = nextPageToken;
    if (token === '') return;
  }
}

async function readLocation(access: SourceAccess) {
  const location = access.property.replace(/^accounts\/\d+/, '');
  const url = googleUrl(access, 'mybusinessbusinessinformation.googleapis.com', `/v1${location}`);
  url.search = new URLSearchParams({ readMask: LISTED }).toString();
  const { data } = ProfileLocation.safeParse(await askGoogle(access, KIND, url));
  if (!data) throw new SourceFailure('strange_answer');
  return data;
}

const Location = z
  .string('must be set')
  .regex(/^accounts\/\d{1,30}\/locations\/\d{1,30}$/, 'must be a location, such as accounts/1234/locations/5678');

export const businessProfile: Kind = {
  tool: 'Google Business Profile',
  needs: googleNeeds(Location),
  async prove(access) {
    const data = await readLocation(access);
    // The API of reviews is enabled apart from the other.
    await reviewPage(access, 1);
    return data.title.slice(0, 200).trim() || 'Google Business Profile';
  },
  today: async ({ timezone }) => todayIn(timezone),
  readDays: async function* () {},
  readWhole: readReviews,
  readListing: async (access) => toListing(await readLocation(access), new Date().toISOString()),
};
