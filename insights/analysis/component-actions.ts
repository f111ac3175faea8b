import type { InsightContext, InsightLevel, ScoreKey } from '../wire.ts';
import { componentName } from './formatting.ts';

type Category = InsightContext['goals'][number]['category'];

/** An action that improves a score component. `{customers}` is replaced with the industry's term. */
interface ComponentAction {
  title: string;
  description: string;
  effort: InsightLevel;
  /** The goal categories it serves. */
  serves: Category[];
}

const action = (title: string, description: string, effort: InsightLevel, ...serves: Category[]): ComponentAction => ({
  title,
  description,
  effort,
  serves,
});

const ACTIONS: Partial<Record<ScoreKey, ComponentAction>> = {
  technical: action(
    'Fix the technical faults',
    'Work through what the scan found broken, on the most visited pages first.',
    'medium',
    'seo',
  ),
  technical_seo: action(
    'Fix technical SEO faults',
    'Work through crawl errors, broken links, missing titles and duplicate pages, the most visited pages first.',
    'medium',
    'seo',
  ),
  page_speed: action(
    'Make the pages faster',
    'Compress images, defer scripts that the first view does not need, and cache static files.',
    'medium',
    'seo',
  ),
  mobile: action(
    'Make the site work on phones',
    'Check tap targets, text sizes and layout of the most visited pages on a small screen.',
    'medium',
    'seo',
  ),
  structured_data: action(
    'Describe the business in structured data',
    'Add organization, service and FAQ markup so that search engines and assistants can quote it.',
    'low',
    'seo',
    'local',
  ),
  content: action(
    'Fill the gaps in the content',
    'List the questions that {customers} ask most, and give each that has no page of its own one.',
    'high',
    'content',
    'seo',
  ),
  content_quality: action(
    'Deepen the weakest pages',
    'Rewrite thin pages so that each answers one question of your {customers} fully.',
    'high',
    'content',
    'seo',
  ),
  freshness: action(
    'Renew pages that have aged',
    'Revise the pages that lost visits, with current facts, prices and photographs.',
    'medium',
    'content',
  ),
  listings: action(
    'Complete the directory listings',
    'Claim every listing, and fill in opening hours, services and photographs.',
    'low',
    'local',
  ),
  local_listings: action(
    'Correct directory listings',
    'Use the same name, address and phone number in every directory.',
    'low',
    'local',
  ),
  citations: action(
    'Earn citations',
    'Have the business named in the directories and local sources of its industry.',
    'medium',
    'local',
    'seo',
  ),
  reputation: action(
    'Look after your reputation',
    'Invite {customers} to say how it went, answer what they say, and fix what they mention more than once.',
    'medium',
    'reputation',
  ),
  reviews: action(
    'Ask for reviews and answer them',
    'Invite {customers} to leave a review soon after they were with you, and answer every one, the critical ones first.',
    'low',
    'reputation',
    'local',
  ),
  authority: action(
    'Become a source that others name',
    'Publish what only you can know, and offer it to partners, associations and the press.',
    'high',
    'seo',
    'reputation',
  ),
  backlinks: action(
    'Earn links from sites that matter',
    'Offer partners, associations and local press something worth linking to.',
    'high',
    'seo',
  ),
  brand_mentions: action(
    'Be mentioned more often',
    'Contribute to interviews, podcasts and events in the industry.',
    'high',
    'reputation',
  ),
  social: action(
    'Post regularly where {customers} are',
    'Choose the networks that answer, and keep a weekly rhythm there rather than a daily one everywhere.',
    'medium',
    'social',
  ),
  engagement: action(
    'Give visitors a reason to stay',
    'Put the answer that people came for at the top of each page, and one clear next step below it.',
    'medium',
    'content',
  ),
  discovery: action(
    'Be found where people now ask',
    'Cover the searches and assistant questions of your {customers} with pages that answer them directly.',
    'medium',
    'seo',
    'content',
  ),
  ai_visibility: action(
    'Become quotable for AI assistants',
    'Publish short, factual answers to the questions that {customers} ask assistants.',
    'medium',
    'seo',
    'content',
  ),
  accessibility: action(
    'Make the site accessible',
    'Fix contrast, alternative texts and keyboard navigation, so that everyone can use the site.',
    'medium',
    'seo',
  ),
  security: action(
    'Close security gaps',
    'Serve everything over HTTPS with current headers and updated software.',
    'low',
    'seo',
  ),
};

/** The action that improves a score component. */
export const actionFor = (key: ScoreKey): ComponentAction =>
  ACTIONS[key] ??
  action(
    `Improve ${key === 'other' ? 'the other components' : componentName(key)}`,
    'Look at what the latest scan found there, and work through it, the largest faults first.',
    'medium',
  );
