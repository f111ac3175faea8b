import type { TenantDb } from '../../db/handles.ts';
import { calendarEntries, contentSuggestions, contentTemplates, suggestionFeedback } from '../../db/schema/index.ts';
import { daysAgo, momentAgo, weekday } from './calendar.ts';
import type { Demo } from './organization.ts';

const SUGGESTIONS = [
  ['Does a root canal hurt?', 'article', 'pending', 0.91, 'does a root canal hurt', 1],
  ['Dental implants or a bridge: how to choose', 'article', 'pending', 0.88, 'implant vs bridge', 2],
  ['What does Delta Dental pay for?', 'faq', 'pending', 0.82, 'delta dental coverage portland', 3],
  ['Dentist open on Saturday in Portland', 'service', 'pending', 0.79, 'dentist open saturday portland me', 6],
  ['How to brush with braces', 'article', 'pending', 0.61, null, 9],
  ['Teeth whitening: what it does, and what it costs', 'article', 'published', 0.9, 'teeth whitening cost', 27],
  ['Bleeding gums: what it means and what helps', 'article', 'accepted', 0.86, 'why do my gums bleed', 12],
  ['Children at the dentist', 'article', 'accepted', 0.74, 'kids dentist portland maine', 16],
  ['The history of the toothbrush', 'article', 'rejected', 0.38, null, 21],
  ['What is a dental crown made of?', 'faq', 'rejected', 0.55, 'dental crown material', 33],
] as const;

const FEEDBACK: [suggestion: number, who: 0 | 1 | 2, rating: number, feedback: string | null][] = [
  [0, 1, 5, 'Our patients ask this every day.'],
  [1, 1, 4, null],
  [5, 0, 5, 'Went online within a week.'],
  [6, 2, 4, null],
  [8, 0, 1, 'Nobody books a visit after reading that.'],
  [8, 1, 2, null],
];

async function seedSuggestions(db: TenantDb, { clientId, adminId, memberIds, now }: Demo) {
  const made = await db
    .insert(contentSuggestions)
    .values(
      SUGGESTIONS.map(([title, contentType, status, confidence, targetQuery, age], index) => ({
        clientId,
        externalId: `demo-suggestion-${index + 1}`,
        title,
        contentType,
        status,
        confidence,
        targetQuery,
        summary: `People who look for a dentist nearby ask this, and no page of the site answers it yet.`,
        rationale: targetQuery
          ? `“${targetQuery}” is searched in Portland, and AI assistants name other practices.`
          : null,
        sources: targetQuery ? ['search_console', 'ai_answers'] : ['competitors'],
        createdAt: momentAgo(now, age, 2),
      })),
    )
    .returning();
  const people = [adminId, ...memberIds];
  await db.insert(suggestionFeedback).values(
    FEEDBACK.map(([suggestion, who, rating, feedback]) => ({
      clientId,
      suggestionId: made[suggestion]?.id ?? '',
      userId: people[who] ?? adminId,
      rating,
      feedback,
    })),
  );
}

const seedTemplates = (db: TenantDb, { clientId }: Demo) =>
  db.insert(contentTemplates).values([
    {
      clientId,
      externalId: 'demo-template-1',
      name: 'Treatment page',
      category: 'service',
      vertical: 'dental',
      description: 'How the practice describes a treatment: pain, price, time, next step.',
      contentFormat: 'markdown',
      body: '{{treatment}} in plain words, in one sentence.\n\n## Does it hurt?\n\n## What it costs\n\n{{price}}\n\n## How long it takes\n\n## What to do next\n\n[Book a first visit](/book).\n',
      variables: [
        { key: 'treatment', label: 'Treatment', required: true },
        { key: 'price', label: 'Price from – to', required: true },
      ],
    },
    {
      clientId,
      externalId: 'demo-template-2',
      name: 'After your treatment',
      category: 'aftercare',
      vertical: 'dental',
      description: 'What patients take home.',
      contentFormat: 'html',
      body: '<h2>After {{treatment}}</h2><p>Do not eat for {{hours}} hours. Call (207) 555-0142 if it bleeds.</p>',
      variables: [
        { key: 'treatment', label: 'Treatment', required: true },
        { key: 'hours', label: 'Hours without food', required: true },
      ],
    },
  ]);

// By weekday, 0 is Monday: the content type, channel and rotating titles.
const WEEK: [contentType: string, channel: string, titles: string[]][] = [
  ['social post', 'instagram', ['Meet the team', 'Before and after', 'A question of the week']],
  ['article', 'website', ['Root canals without fear', 'Implants or a bridge', 'Brushing with braces', 'Dry mouth']],
  ['social post', 'facebook', ['Open on Saturday', 'New in the practice', 'Thank you for 400 reviews']],
  ['newsletter', 'email', ['Time for a check-up', 'News from Harbor Street']],
  ['business post', 'google', ['Weekend hours', 'Whitening offer', 'A tip for the weekend']],
];

/** The status of an entry: earlier days are further along. */
function statusOn(day: number): (typeof calendarEntries.$inferInsert)['status'] {
  if (day < 0) return 'published';
  if (day < 5) return 'scheduled';
  if (day < 10) return 'review';
  return day < 17 ? 'draft' : 'planned';
}

function seedCalendar(db: TenantDb, { clientId, now }: Demo) {
  const entries = Array.from({ length: 84 }, (_, index) => index - 35).flatMap((day) => {
    const date = daysAgo(now, -day);
    const [contentType, channel, titles = []] = WEEK[weekday(date)] ?? [];
    if (!contentType || !channel) return [];
    const title = titles[Math.floor((day + 35) / 7) % titles.length] ?? contentType;
    const status = statusOn(day);
    const at = new Date(`${date}T14:00:00Z`);
    const times = { scheduledAt: status === 'scheduled' ? at : null, publishedAt: day < 0 ? at : null };
    return [{ clientId, externalId: `demo-${date}`, title, contentType, channel, status, date, ...times }];
  });
  return db.insert(calendarEntries).values(entries);
}

/** Seeds suggestions with feedback, templates and twelve weeks of the calendar. */
export async function seedContent(db: TenantDb, demo: Demo) {
  await seedSuggestions(db, demo);
  await seedTemplates(db, demo);
  await seedCalendar(db, demo);
}
