type Level = 'low' | 'medium' | 'high';

const recommendation = (
  externalId: string,
  title: string,
  description: string,
  [impact, effort]: [Level, Level],
  category: string,
  [priorityScore, estimatedScoreLift]: [number, number | null],
  status: 'open' | 'accepted' | 'dismissed' | 'done' = 'open',
) => ({ externalId, title, description, impact, effort, category, priorityScore, status, estimatedScoreLift });

/** The recommendations of the latest scan. */
export const demoRecommendations = () => [
  recommendation(
    'rec-nap',
    'Correct the listings on Yelp and Bing',
    'Yelp shows an old phone number and Bing the wrong street number. Assistants trust a practice whose details are the same everywhere.',
    ['high', 'low'],
    'local',
    [92, 3.4],
    'accepted',
  ),
  recommendation(
    'rec-answers',
    'Answer what assistants are asked',
    'Prices, insurance, emergencies and children: a short answer to each at the top of the page that it belongs to.',
    ['high', 'medium'],
    'content',
    [88, 4.1],
  ),
  recommendation(
    'rec-speed',
    'Make the team page light',
    'Its photographs weigh 6 MB; on a phone the page shows after 4.3 seconds. Resized, it would take 1.6.',
    ['medium', 'low'],
    'technical',
    [81, 1.8],
  ),
  recommendation(
    'rec-schema',
    'Tell machines the opening hours and the team',
    'Dentist, Person and OpeningHours in structured data. Two rivals have them.',
    ['medium', 'low'],
    'technical',
    [76.5, 1.5],
    'accepted',
  ),
  recommendation(
    'rec-foursquare',
    'Claim the listing on Foursquare',
    'It is missing, and several assistants take their places from there.',
    ['medium', 'low'],
    'local',
    [71, 1.1],
  ),
  recommendation(
    'rec-links',
    'Be linked to from Portland',
    'The chamber of commerce, the school that you visit and the marathon that you sponsor would each link to you if asked.',
    ['high', 'high'],
    'backlinks',
    [64, 2.6],
  ),
  recommendation(
    'rec-reviews',
    'Ask for a review after each cleaning',
    'Done since spring: 73 reviews in a year where there had been 21.',
    ['high', 'low'],
    'reputation',
    [60, 2.2],
    'done',
  ),
  recommendation(
    'rec-tiktok',
    'Post to TikTok every day',
    'Followers there are falling while posts are few.',
    ['low', 'high'],
    'social',
    [22, null],
    'dismissed',
  ),
];

const DAY = 24 * 3600 * 1000;

/** Three phases: completed, in progress and planned. Days are relative to the scan. */
export function demoActionPlan(scannedAt: Date) {
  const moment = (days: number) => new Date(scannedAt.getTime() + days * DAY).toISOString();
  const item = (
    externalId: string,
    title: string,
    description: string,
    status: 'todo' | 'in_progress' | 'done' | 'skipped',
    [impact, effort]: [Level, Level],
    category: string,
    days: number,
  ) => ({
    externalId,
    title,
    description,
    status,
    impact,
    effort,
    category,
    ...(status === 'done' ? { completedAt: moment(days) } : { dueDate: moment(days).slice(0, 10) }),
  });
  return {
    phases: [
      {
        phase: 1,
        key: 'foundation',
        title: 'Put the house in order',
        items: [
          item(
            'plan-profile',
            'Complete the Google profile',
            'Treatments, hours, photographs, questions.',
            'done',
            ['high', 'low'],
            'local',
            -160,
          ),
          item(
            'plan-redirects',
            'Redirect the old addresses',
            'Nothing that was linked to is lost.',
            'done',
            ['high', 'medium'],
            'technical',
            -120,
          ),
          item(
            'plan-sitemap',
            'Send a sitemap',
            'And look at what is not in the index, and why.',
            'done',
            ['medium', 'low'],
            'technical',
            -70,
          ),
          item(
            'plan-old-blog',
            'Translate the old blog',
            'Nobody reads it; leave it.',
            'skipped',
            ['low', 'high'],
            'content',
            -60,
          ),
        ],
      },
      {
        phase: 2,
        key: 'authority',
        title: 'Earn trust',
        items: [
          item(
            'plan-invite',
            'Invite reviews after each cleaning',
            'By text message, the same day.',
            'done',
            ['high', 'low'],
            'reputation',
            -45,
          ),
          item(
            'plan-nap',
            'The same details everywhere',
            'Yelp and Bing are left.',
            'in_progress',
            ['high', 'low'],
            'local',
            12,
          ),
          item(
            'plan-links',
            'Ask three neighbors for a link',
            'Chamber of commerce, school, marathon.',
            'todo',
            ['high', 'high'],
            'backlinks',
            40,
          ),
        ],
      },
      {
        phase: 3,
        key: 'discovery',
        title: 'Be the answer',
        items: [
          item(
            'plan-answers',
            'Ten questions, ten answers',
            'On the pages where they belong.',
            'in_progress',
            ['high', 'medium'],
            'content',
            25,
          ),
          item(
            'plan-schema',
            'Structured data for team and hours',
            'Checked with two validators.',
            'todo',
            ['medium', 'low'],
            'technical',
            33,
          ),
          item('plan-foursquare', 'Claim Foursquare', 'Assistants read it.', 'todo', ['medium', 'low'], 'local', 38),
          item(
            'plan-films',
            'A short film for each treatment',
            'Ninety seconds, with subtitles.',
            'todo',
            ['medium', 'high'],
            'content',
            90,
          ),
        ],
      },
    ],
  };
}
