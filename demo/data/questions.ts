import type { demoScans } from './scans.ts';

type Scan = ReturnType<typeof demoScans>[number];
type Key = Scan['components'][number]['key'];

/** The scan of a week and the previous one. */
export interface Seen {
  scan: Scan;
  before: Scan;
}

const one = (value: number) => Math.round(value * 10) / 10;
const part = ({ components }: Scan, key: Key) => components.find((component) => component.key === key)?.score ?? 0;
const named = (label: string) => (/^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label);

/** The components with their possible gain in the score, largest first. */
function gaps({ components }: Scan) {
  const total = components.reduce((sum, { weight }) => sum + weight, 0);
  return components
    .map(({ key, label, score, weight }) => ({ key, label, score, lift: one((weight / total) * (100 - score)) }))
    .sort((a, b) => b.lift - a.lift);
}

export const weakest = (scan: Scan) =>
  gaps(scan)
    .slice(0, 3)
    .map(({ label, score }) => `${named(label)} at ${score}`)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');

export function moved({ scan, before }: Seen) {
  const change = one(scan.dynamicScore - before.dynamicScore);
  if (change === 0) return 'It has not moved since the scan before.';
  return `It ${change > 0 ? 'rose' : 'fell'} by ${Math.abs(change)} points since the scan before, from ${before.dynamicScore}.`;
}

const PLAYS: Record<Key, [title: string, effort: 'low' | 'medium' | 'high', how: string]> = {
  technical_seo: ['Fix technical SEO faults', 'medium', 'Work through crawl errors, broken links and missing titles.'],
  page_speed: ['Make the pages faster', 'medium', 'Compress images and defer what the first view does not need.'],
  structured_data: ['Describe the business in structured data', 'low', 'Add organization, service and FAQ markup.'],
  content_quality: ['Deepen the weakest pages', 'high', 'Let each page answer one question of your patients fully.'],
  reviews: ['Ask for reviews and answer them', 'low', 'Invite patients soon after a visit, and answer every review.'],
  backlinks: ['Earn links from sites that matter', 'high', 'Offer partners and local press something to link to.'],
  local_listings: ['Correct directory listings', 'low', 'Make name, address and phone number the same everywhere.'],
  ai_visibility: [
    'Become quotable for AI assistants',
    'medium',
    'Publish short answers to what patients ask assistants.',
  ],
  social: ['Post regularly where patients are', 'medium', 'Keep a weekly rhythm on the networks that answer.'],
};
const EASE = { low: 1, medium: 0.8, high: 0.6 };

export const recommendationsFrom = (scan: Scan, most: number) => {
  const found = gaps(scan);
  const largest = Math.max(5, found[0]?.lift ?? 0);
  return found
    .map(({ key, lift, score, label }) => {
      const [title, effort, how] = PLAYS[key] ?? ['Improve it', 'medium', ''];
      return {
        title,
        description: `${how} It could lift the score by up to ${lift} points, with ${named(label)} at ${score} now.`,
        effort_level: effort,
        impact_level: lift >= 5 ? 'high' : lift >= 2 ? 'medium' : 'low',
        priority_score: one((lift / largest) * EASE[effort] * 100),
      };
    })
    .sort((a, b) => b.priority_score - a.priority_score)
    .slice(0, most);
};

const ask = (type: 'nlq' | 'explain', query: string, answer: (seen: Seen) => string, next: string) => ({
  type,
  query,
  answer,
  next,
});

/** The questions, with answers from the figures of a scan. */
export const QUESTIONS = {
  drop: ask(
    'nlq',
    'How did we do compared with the scan before?',
    (seen) =>
      `The visibility score is ${seen.scan.dynamicScore}. ${moved(seen)} Most is left to gain with ${weakest(seen.scan)}.`,
    'What should we do first?',
  ),
  assistants: ask(
    'nlq',
    'Do AI assistants know us?',
    ({ scan }) =>
      `Better than a year ago, and not yet well: AI search, as part of the score, stands at ${part(scan, 'ai_visibility')}. Structured data, at ${part(scan, 'structured_data')}, is what assistants read first, so that is a good place to begin.`,
    'How can we improve structured data?',
  ),
  reviews: ask(
    'nlq',
    'Are our reviews helping us?',
    ({ scan }) =>
      `Yes. Reviews stand at ${part(scan, 'reviews')} and carry the score of ${scan.dynamicScore} more than anything else. Technical SEO follows at ${part(scan, 'technical_seo')}.`,
    'What holds our score back most?',
  ),
  website: ask(
    'nlq',
    'Is our website fast enough for phones?',
    ({ scan }) =>
      `There is room. Page speed stands at ${part(scan, 'page_speed')}, behind technical SEO at ${part(scan, 'technical_seo')}. The scan measures the pages as a whole; it does not tell phones and computers apart.`,
    'What makes the pages slow?',
  ),
  social: ask(
    'nlq',
    'Should we spend more time on Instagram?',
    ({ scan }) =>
      `The figures do not tell one network from another. Social presence stands at ${part(scan, 'social')} and weighs little; backlinks, at ${part(scan, 'backlinks')}, hold the score back more.`,
    'Who could link to us?',
  ),
  strengths: ask(
    'nlq',
    'What are we best at?',
    ({ scan }) =>
      `Reviews, at ${part(scan, 'reviews')}, and technical SEO, at ${part(scan, 'technical_seo')}: patients who find you like what they read, and search engines find little to stumble over.`,
    'How did we do compared with the scan before?',
  ),
  confidence: ask(
    'explain',
    'What does the confidence of our score mean?',
    ({ scan }) =>
      `Confidence says how much of what a full scan looks at could be measured. Yours is ${Math.round(scan.confidence * 100)} percent: the score of ${scan.dynamicScore} is well founded, and may still move a little as more becomes known.`,
    'What would make the score more certain?',
  ),
  listings: ask(
    'explain',
    'What are local listings?',
    ({ scan }) =>
      `Under local listings the scan checks whether name, address and phone number match in the directories. You are at ${part(scan, 'local_listings')}; each entry that disagrees makes search engines less sure of you.`,
    'Which directories disagree?',
  ),
};
