import type { actionItems } from '../../db/schema/index.ts';

/** How the items begin that a measurement makes of wrong facts in answers. */
export const MEASURED = 'measurement:';

/** What an item may be about: what a page of the portal shows. */
export const TASK_SUBJECTS = [
  'measurement',
  'ai_search',
  'listings',
  'reviews',
  'site_audit',
  'content',
  'goals',
] as const;

type Subject = (typeof TASK_SUBJECTS)[number];

/** Of what a scan finds, by the category that the pipeline gives it. */
const FOUND = new Map<string, Subject>([
  ['local', 'listings'],
  ['listings', 'listings'],
  ['reputation', 'reviews'],
  ['reviews', 'reviews'],
  ['technical', 'site_audit'],
  ['content', 'content'],
  ['aeo', 'ai_search'],
]);

/** What an item is about, where that follows from its origin; null for what people have made. */
export function aboutOf({
  externalId,
  source,
  category,
  createdBy,
}: Pick<typeof actionItems.$inferSelect, 'externalId' | 'source' | 'category' | 'createdBy'>): Subject | null {
  if (createdBy !== null || source === 'manual') return null;
  if (externalId.startsWith(MEASURED)) return 'measurement';
  if (source === 'goal') return 'goals';
  return FOUND.get(category.toLowerCase()) ?? null;
}
