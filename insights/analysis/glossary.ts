import type { Topic } from '../question/topics.ts';
import type { ScoreKey } from '../wire.ts';

/** The meaning of each score component, to complete "The scan looks at …". */
export const COMPONENT_MEANINGS: Record<ScoreKey, string> = {
  foundation: 'whether the website itself is sound: technology, speed and content',
  authority: 'how much others vouch for the business: reviews, links and listings',
  engagement: 'whether people who find the business stay and respond',
  discovery: 'whether the business turns up where people search and ask',
  reputation: 'what people say of the business, and how often',
  technical: 'whether search engines can read the website without stumbling',
  technical_seo: 'whether search engines can crawl, read and index the pages without faults',
  page_speed: 'how quickly the pages show and respond',
  mobile: 'how well the website works on a small screen',
  structured_data: 'whether the pages say in a machine’s terms what the business is and offers',
  content: 'whether the pages answer what people look for',
  content_quality: 'how fully and how readably the pages answer what people look for',
  freshness: 'how recently the content was renewed',
  listings: 'whether directories know the business, with the right facts',
  local_listings: 'whether name, address and telephone number agree in the local directories',
  citations: 'how often the business is named in directories and local sources',
  reviews: 'how many reviews there are, how good they are, and whether they are answered',
  backlinks: 'how many websites of standing link to the business',
  brand_mentions: 'how often the business is named elsewhere, linked or not',
  social: 'how present the business is on social networks, and how people respond',
  ai_visibility: 'whether AI assistants name the business when they are asked for one like it',
  accessibility: 'whether everybody can use the website, with a screen reader or a keyboard too',
  security: 'whether the website is served safely and kept up to date',
  other: 'what the scan measured beside the named components',
};

/** The meaning of other figures. */
export const TERMS: Partial<Record<Topic, string>> = {
  scores:
    'The visibility score says how easily the business is found and chosen online. The dynamic score is the raw one with the market taken into account.',
  raw_score: 'The raw score is what the scan measured by itself, before the market is taken into account.',
  confidence:
    'Confidence says how much of what a full scan looks at could be measured; the lower it is, the more a score may still move.',
  tiers: 'A tier is a group of components that belong together, with a score of its own.',
  weights:
    'A weight says how much a component counts in the whole: a heavy one that is weak holds the score back most.',
  sessions: 'A session is one visit to the website, however many pages it takes.',
  users: 'Users are the people who visited; one who comes back is counted once.',
  pageviews: 'A pageview is one page that was opened.',
  engagement_rate:
    'The engagement rate is the share of visits in which people stayed, looked further or did something.',
  conversions: 'A conversion is a visit that ended in what you want of it, such as a booking or a call.',
  reach: 'Reach says how many people saw something of yours on social networks.',
  engagement: 'Social engagement counts reactions: likes, comments, shares and clicks.',
  overdue: 'Overdue is what is past its date and neither done nor dropped.',
};
