import { createHash } from 'node:crypto';

/** The fields that tell the rows of a type apart, in files without a column `externalId`. */
export const ROW_KEYS: Record<string, readonly string[]> = {
  action_item: ['title', 'due_date'],
  calendar_entry: ['date', 'title'],
  goal: ['title'],
  investment: ['date', 'category', 'description'],
  page_performance: ['date', 'pageId'],
  review: ['source', 'publishedAt', 'authorName'],
  search_daily: ['date', 'query', 'page'],
  social_profile: ['platform', 'handle'],
  suggestion: ['title'],
  template: ['name'],
  traffic_hourly: ['at', 'reportedBy'],
  traffic_source: ['date', 'source', 'medium', 'reportedBy'],
  website_daily: ['date', 'source'],
  website_period: ['from', 'to', 'source'],
};

/** What a review says, apart from who wrote it and whether it is answered. */
const REVIEW = ['source', 'publishedAt', 'rating', 'text'];

const MOST = 120;

/** Reviews without an author that share their moment are told apart by what they say. */
const keyOf = (type: string, data: Record<string, unknown>) =>
  type === 'review' && !data.authorName ? REVIEW : (ROW_KEYS[type] ?? []);

/** An external id made of the row's key: the same row of another file updates it. */
export function externalIdOf(type: string, data: Record<string, unknown>): string {
  const values = keyOf(type, data).map((field) => data[field] ?? '');
  const readable = values.map(String).join('|');
  if (readable.length <= MOST) return `import:${readable}`;
  return `import:${createHash('sha256').update(JSON.stringify(values)).digest('hex')}`;
}
