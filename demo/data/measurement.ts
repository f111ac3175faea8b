import type { TenantDb } from '../../db/handles.ts';
import { measurementPrompts, measurements } from '../../db/schema/index.ts';
import { QUERIES } from './aeo.ts';
import type { Demo } from './organization.ts';

const TAGS: [word: RegExp, tag: string][] = [
  [/Harbor Street Dental/, 'brand'],
  [/cost|insurance|takes/, 'price'],
  [/open|evening|emergency|booking/, 'hours'],
  [/best|reviews/, 'best'],
];

const tagOf = (text: string) => TAGS.find(([word]) => word.test(text))?.[1] ?? 'treatments';

/**
 * Seeds what the portal asks for the practice. It is not due: where the demo is not started, there is nobody to ask.
 */
export async function seedMeasurement(
  db: TenantDb,
  { clientId, now }: Demo,
  questionKey: (text: string) => string,
): Promise<void> {
  const plan = { enabled: true, every: 'week' as const, weekday: 1, hour: 6, readingsPerPrompt: 2 };
  await db.insert(measurements).values({ clientId, ...plan });
  const row = (text: string, at: number) => ({
    clientId,
    text,
    questionKey: questionKey(text),
    tags: [tagOf(text)],
    language: 'en',
    place: { country: 'US', region: 'Maine', city: 'Portland' },
    queryMode: 'local_discovery' as const,
    // In their order.
    createdAt: new Date(now.getTime() - (QUERIES.length - at) * 1000),
  });
  await db.insert(measurementPrompts).values(QUERIES.map(row));
}
