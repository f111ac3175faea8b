import type { TenantDb } from '../../db/handles.ts';
import { reviews } from '../../db/schema/index.ts';
import { momentAgo } from './calendar.ts';
import { chance, pick } from './chance.ts';
import type { Demo } from './organization.ts';

const REVIEWS = 96;
const DAYS = 540;

const SOURCES = [
  'google',
  'google',
  'google',
  'google',
  'google',
  'facebook',
  'healthgrades',
  'healthgrades',
  'yelp',
] as const;

const AUTHORS = [
  'Maria Lindqvist',
  'J. Okafor',
  'Ben Carroway',
  'Sandra T.',
  'Luc Thibodeau',
  'Priya N.',
  'Ellen Marsh',
  'D. Whitcomb',
  'Rosa Delgado',
  'Tom Hanley',
  'Aisha K.',
  'Kevin Doucette',
  'Grace Liu',
  'Peter B.',
  'Noor Haddad',
  'Sam Pelletier',
  'Judith Kerr',
  'Marcus W.',
  'Anne-Sophie R.',
  'Bill Frechette',
] as const;

type Texts = readonly [string | null, ...(string | null)[]];

const TEXTS: Record<number, Texts> = {
  5: [
    'I have been afraid of dentists for thirty years. Dr. Moreau explained every step before she took it, and I felt nothing at all. I will be back, and I never thought I would write that.',
    'In and out in forty minutes for a cleaning, and they had looked up what my insurance pays before I sat down.',
    'My crown came off on a Saturday. They picked up the phone and saw me on Monday at eight.',
    'The kindest people. My son asks when he can go again.',
    'Booked online at eleven at night, confirmed by morning. The implant is perfect.',
    'Honest. Another practice wanted to do four fillings; here it turned out that I need one.',
    null,
    'They remembered that I do not like the mint polish. Small things like that.',
    'Clean, calm, on time. Parking behind the building is free, which nobody tells you.',
    'An assistant on my phone recommended them when I asked for a gentle dentist in Portland. It was right.',
    null,
    'Whitening worked better than I had hoped, and they told me beforehand what it cannot do.',
  ],
  4: [
    'Very good work and friendly people. I waited twenty minutes past my appointment, hence four stars.',
    'Happy with the treatment. The bill took three weeks to arrive.',
    null,
    'Good dentist, small waiting room. Come early if you bring children.',
    'Everything went well. I wish that they opened on Saturdays.',
  ],
  3: [
    'The filling is fine, but I had to call twice to get an appointment.',
    'Nice people, but I was told one price and charged another. They did correct it when I asked.',
    null,
  ],
  2: [
    'The address on my map was wrong and so I was late, and then they could not see me.',
    'Forty minutes in the waiting room with an appointment. Nobody said why.',
  ],
  1: ['Nobody picked up the phone for two days. I went somewhere else.', null],
};

/** A rating from 1 to 5, improving over time. */
function ratingOf(seed: number, progress: number) {
  const luck = chance(seed);
  if (luck < 0.06 - 0.04 * progress) return 1;
  if (luck < 0.11 - 0.05 * progress) return 2;
  if (luck < 0.21 - 0.09 * progress) return 3;
  return luck < 0.36 ? 4 : 5;
}

function reviewOf(index: number, now: Date) {
  // More recent reviews, since patients are now asked for them.
  const days = Math.round(DAYS * (index / REVIEWS) ** 1.4);
  const rating = ratingOf(index * 7 + 3, 1 - index / REVIEWS);
  return {
    externalId: `demo-review-${REVIEWS - index}`,
    source: pick(SOURCES, index * 11),
    rating,
    // Cycles through each list, so that no two consecutive reviews are equal.
    text: TEXTS[rating]?.[index % (TEXTS[rating]?.length ?? 1)] ?? null,
    authorName: pick(AUTHORS, index * 13 + 5),
    publishedAt: momentAgo(now, days, 3 + Math.floor(10 * chance(index * 17))),
    // The newest have no reply yet, and few of the oldest got one.
    responded: index > 2 && chance(index * 19) < (days < 300 ? 0.82 : 0.35),
  };
}

/** Seeds 18 months of reviews on several platforms. */
export const demoReviews = (now: Date) => Array.from({ length: REVIEWS }, (_, index) => reviewOf(index, now));

export const seedReviews = (db: TenantDb, { clientId, now }: Demo) =>
  db.insert(reviews).values(demoReviews(now).map((review) => ({ clientId, ...review })));
