/** A review as Google gives it. */
export interface GoogleReview {
  reviewId: string;
  reviewer: { displayName?: string; isAnonymous?: boolean };
  starRating: 'ONE' | 'TWO' | 'THREE' | 'FOUR' | 'FIVE';
  comment?: string;
  createTime: string;
  updateTime: string;
  reviewReply?: { comment: string; updateTime: string };
}

/** A location of Google Business Profile by its name, `accounts/1/locations/2`. */
export interface BusinessLocation {
  title: string;
  /** Further fields as the Business Information API has them. */
  facts?: object;
  reviews: GoogleReview[];
}

type Locations = Record<string, BusinessLocation>;

const MOST = 50;

/** Answers a call of the APIs of Business Profile; undefined where there is nothing at the path. */
export function answerBusiness(locations: Locations, path: string, parameters: URLSearchParams): object | undefined {
  if (path === '/v1/accounts') {
    const accounts = new Set(Object.keys(locations).map((name) => name.split('/locations/')[0]));
    return { accounts: [...accounts].map((name) => ({ name, accountName: `Account ${name}` })) };
  }
  const [, account] = /^\/v1\/(accounts\/\d+)\/locations$/.exec(path) ?? [];
  if (account) {
    const mine = Object.entries(locations).filter(([name]) => name.startsWith(`${account}/`));
    return { locations: mine.map(([name, { title }]) => ({ name: name.slice(account.length + 1), title })) };
  }
  const [, location] = /^\/v1\/(locations\/\d+)$/.exec(path) ?? [];
  if (location) {
    const found = Object.entries(locations).find(([name]) => name.endsWith(`/${location}`));
    return found && { name: location, title: found[1].title, ...found[1].facts };
  }
  const [, name = ''] = /^\/v4\/(accounts\/\d+\/locations\/\d+)\/reviews$/.exec(path) ?? [];
  const reviews = locations[name]?.reviews.toSorted((one, other) => other.updateTime.localeCompare(one.updateTime));
  if (!reviews) return undefined;
  const from = Number(parameters.get('pageToken') ?? 0);
  const until = from + Math.min(MOST, Number(parameters.get('pageSize') ?? MOST));
  return {
    reviews: reviews.slice(from, until).map((review) => ({ ...review, name: `${name}/reviews/${review.reviewId}` })),
    totalReviewCount: reviews.length,
    ...(until < reviews.length && { nextPageToken: String(until) }),
  };
}
