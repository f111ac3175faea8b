import type { Context, Level, Recommendation, ScoreKey } from './wire.ts';

type Visibility = NonNullable<Context['visibility']>;

const one = (value: number) => Math.round(value * 10) / 10;

const spoken = (key: ScoreKey) =>
  key === 'other'
    ? 'another component'
    : key.replaceAll('_', ' ').replace(/\b(seo|ai)\b/g, (word) => word.toUpperCase());

/** What a component could add to the overall score if it were perfect: its share of the weights times what it lacks. */
export interface Gap {
  key: ScoreKey;
  name: string;
  score: number;
  lift: number;
}

/** The components that hold the score back, the costliest first; those at 100 or without weight are not among them. */
export function gaps({ components }: Visibility): Gap[] {
  const total = components.reduce((sum, { weight }) => sum + weight, 0);
  return components
    .map(({ key, score, weight }) => ({
      key,
      name: spoken(key),
      score,
      lift: total > 0 ? one((weight / total) * (100 - score)) : 0,
    }))
    .filter(({ lift }) => lift > 0)
    .sort((a, b) => b.lift - a.lift || a.score - b.score || a.key.localeCompare(b.key));
}

const movement = ({ overall, change }: Visibility) => {
  if (change === null) return 'It is the first scan, so there is nothing to compare it with.';
  if (change === 0) return 'It has not moved since the scan before.';
  return `It ${change > 0 ? 'rose' : 'fell'} by ${Math.abs(change)} points since the scan before, from ${one(overall.dynamic_score - change)}.`;
};

const list = (words: string[]) =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** Where the score stands, whether it moved, and what holds it back, in plain words. */
export function describeScores(visibility: Visibility): string {
  const { dynamic_score: dynamic, raw_score: raw, confidence } = visibility.overall;
  const found = gaps(visibility).slice(0, 3);
  const tiers = [...visibility.tiers].sort((a, b) => a.score - b.score);
  const sentences = [
    `Your visibility score is ${dynamic} of 100 (raw ${raw}), at a confidence of ${Math.round(confidence * 100)} percent.`,
    movement(visibility),
    found.length > 0
      ? `What holds it back most is ${list(found.map(({ name, score, lift }) => `${name} (at ${score}, worth up to ${lift} points)`))}.`
      : 'No component holds it back noticeably.',
    tiers[0] && tiers.length > 1 ? `Of the tiers, ${spoken(tiers[0].key)} is the weakest at ${tiers[0].score}.` : '',
  ];
  return sentences.filter(Boolean).join(' ');
}

interface Play {
  title: string;
  description: string;
  effort: Level;
}

const play = (title: string, description: string, effort: Level): Play => ({ title, description, effort });

/** What helps, by the component that lacks it. */
const PLAYS: Partial<Record<ScoreKey, Play>> = {
  technical_seo: play(
    'Mend technical SEO faults',
    'Work through crawl errors, broken links, missing titles and duplicate pages, the most visited pages first.',
    'medium',
  ),
  page_speed: play(
    'Make the pages faster',
    'Compress images, defer scripts that the first view does not need, and cache static files.',
    'medium',
  ),
  mobile: play(
    'Make the site work on telephones',
    'Check tap targets, text sizes and layout of the most visited pages on a small screen.',
    'medium',
  ),
  structured_data: play(
    'Describe the business in structured data',
    'Add organization, service and FAQ markup so that search engines and assistants can quote it.',
    'low',
  ),
  content_quality: play(
    'Deepen the weakest pages',
    'Rewrite thin pages so that each answers one question of a customer fully.',
    'high',
  ),
  freshness: play(
    'Renew pages that have aged',
    'Revise the pages that lost visits, with current figures and dates.',
    'medium',
  ),
  local_listings: play(
    'Correct directory listings',
    'Bring name, address and telephone number into agreement in every directory.',
    'low',
  ),
  citations: play(
    'Earn citations',
    'Have the business named in the directories and local sources of its industry.',
    'medium',
  ),
  reviews: play(
    'Ask for reviews and answer them',
    'Invite customers after each visit, and answer every review within two days.',
    'low',
  ),
  backlinks: play(
    'Earn links from sites that matter',
    'Offer partners, associations and local press something worth linking to.',
    'high',
  ),
  brand_mentions: play(
    'Be mentioned more often',
    'Contribute to interviews, podcasts and events in the industry.',
    'high',
  ),
  social: play(
    'Post regularly where customers are',
    'Choose the one or two networks that answer, and keep a weekly rhythm.',
    'medium',
  ),
  ai_visibility: play(
    'Become quotable for AI assistants',
    'Publish short, factual answers to the questions that customers ask assistants.',
    'medium',
  ),
  accessibility: play(
    'Make the site accessible',
    'Mend contrast, alternative texts and keyboard use according to WCAG AA.',
    'medium',
  ),
  security: play(
    'Close security gaps',
    'Serve everything over HTTPS with current headers and updated software.',
    'low',
  ),
};

const fallback = ({ name }: Gap) =>
  play(
    `Improve ${name}`,
    `Look at what the latest scan found for ${name} and work through it, the largest faults first.`,
    'medium',
  );

const EASE: Record<Level, number> = { low: 1, medium: 0.8, high: 0.6 };
const impactOf = (lift: number): Level => (lift >= 5 ? 'high' : lift >= 2 ? 'medium' : 'low');

/**
 * What to do next, the best first. Priority (0–100) is the lift a component could bring, relative to the largest one,
 * times how easily it is had (low effort 1, medium 0.8, high 0.6).
 */
export function playbook(context: Context, most: number): Recommendation[] {
  const found = context.visibility ? gaps(context.visibility) : [];
  const largest = found[0]?.lift ?? 1;
  return found
    .map((gap) => ({ gap, play: PLAYS[gap.key] ?? fallback(gap) }))
    .map(({ gap, play: { title, description, effort } }) => ({
      title,
      description: `${description} It could lift the score by up to ${gap.lift} points.`,
      effort_level: effort,
      impact_level: impactOf(gap.lift),
      priority_score: one((gap.lift / largest) * EASE[effort] * 100),
    }))
    .sort((a, b) => b.priority_score - a.priority_score || a.title.localeCompare(b.title))
    .slice(0, most);
}
