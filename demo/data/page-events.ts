import { and, eq } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { contentSuggestions, pageActivity, pageComments, pages } from '../../db/schema/index.ts';
import { momentAgo } from './calendar.ts';
import type { Demo } from './organization.ts';

// Hours ago and person: 0 is the administrator, 1 and 2 are the members.
const COMMENTS: [slug: string, hoursAgo: number, who: 0 | 1 | 2, text: string][] = [
  ['gum-disease', 40, 0, 'Good. Please say in the first sentence that bleeding gums are no emergency.'],
  ['gum-disease', 38, 1, 'Done. Dr. Whitfield has read the part about smoking.'],
  ['invisible-braces', 20, 0, 'What does a retainer cost afterwards? People ask that on the phone.'],
];

/** The page that is scheduled, and when: five days from now. */
const SCHEDULED = { slug: 'gum-disease', days: 5 };

/** Seeds comments on pages, a scheduled page, and the pages of suggestions. */
export async function seedPageEvents(db: TenantDb, { clientId, adminId, memberIds, now }: Demo) {
  const people = [adminId, ...memberIds];
  const written = await db
    .select({ id: pages.id, slug: pages.slug, title: pages.title, version: pages.version, status: pages.status })
    .from(pages)
    .where(eq(pages.clientId, clientId));

  for (const { id, slug, title, version, status } of written) {
    const isScheduled = slug === SCHEDULED.slug;
    const comments = COMMENTS.filter(([commented]) => commented === slug).map(([, hoursAgo, who, text]) => ({
      clientId,
      pageId: id,
      text,
      createdBy: people[who] ?? adminId,
      createdAt: momentAgo(now, 0, hoursAgo),
    }));
    const events = [
      ...comments.map(({ createdBy, createdAt }) => ({ type: 'commented' as const, createdBy, createdAt })),
      ...(isScheduled ? [{ type: 'scheduled' as const, createdBy: adminId, createdAt: momentAgo(now, 0, 30) }] : []),
    ];
    if (comments.length > 0) await db.insert(pageComments).values(comments);
    if (events.length > 0)
      await db.insert(pageActivity).values(
        events.map((event, index) => ({
          clientId,
          pageId: id,
          version,
          step: index + 1,
          fromStatus: status,
          toStatus: status,
          ...event,
        })),
      );
    const schedule = isScheduled && { scheduledAt: momentAgo(now, -SCHEDULED.days), scheduledBy: adminId };
    const itself = and(eq(pages.clientId, clientId), eq(pages.id, id));
    await db
      .update(pages)
      .set({ events: events.length, ...schedule })
      .where(itself);
    const itsSuggestion = and(eq(contentSuggestions.clientId, clientId), eq(contentSuggestions.title, title));
    await db.update(contentSuggestions).set({ pageId: id }).where(itsSuggestion);
  }
}
