import { readFileSync } from 'node:fs';
import type { TenantDb } from '../../db/handles.ts';
import { pageActivity, pages, pageVersions } from '../../db/schema/index.ts';
import { momentAgo } from './calendar.ts';
import type { Demo } from './organization.ts';

type Page = typeof pages.$inferInsert;
type Status = 'draft' | 'review' | 'published';
type ActivityType = (typeof pageActivity.$inferInsert)['type'];
type Written = Pick<Page, 'title' | 'content' | 'contentFormat'> & Record<'seoTitle' | 'seoDescription', string | null>;

/** The computation on save of a page, passed in because db/ does not depend on routers/. */
export type DescribePage = (
  page: Written,
) => Promise<Omit<Page, keyof Written | 'clientId' | 'id' | 'slug' | 'status' | 'tags' | 'version'>>;

// Person, action and days ago: 0 is the administrator, 1 and 2 are the members.
type Step = [type: ActivityType, daysAgo: number, who: 0 | 1 | 2];

const PAGES: { slug: string; title: string; tags: string[]; seoDescription?: string | null; steps: Step[] }[] = [
  {
    slug: 'dental-implants',
    title: 'What a dental implant costs in Portland',
    tags: ['implants', 'prices'],
    seoDescription: 'What a dental implant costs at Harbor Street Dental, what insurance pays, and how long it takes.',
    steps: [
      ['created', 120, 1],
      ['edited', 118, 1],
      ['submitted_for_review', 117, 1],
      ['changes_requested', 115, 0],
      ['edited', 114, 1],
      ['submitted_for_review', 113, 1],
      ['published', 112, 0],
      ['edited', 31, 1],
    ],
  },
  {
    slug: 'emergency-dentist',
    title: 'Emergency dentist in Portland, on the same day',
    tags: ['emergency'],
    steps: [
      ['created', 96, 2],
      ['edited', 95, 1],
      ['submitted_for_review', 95, 1],
      ['published', 94, 0],
    ],
  },
  {
    slug: 'first-visit',
    title: 'Your first visit: what happens and what it costs',
    tags: ['new patients', 'prices'],
    steps: [
      ['created', 70, 1],
      ['edited', 68, 1],
      ['published', 66, 0],
      ['edited', 9, 2],
    ],
  },
  {
    slug: 'teeth-whitening',
    title: 'Teeth whitening: what it does, and what it costs',
    tags: ['whitening', 'prices'],
    steps: [
      ['created', 25, 1],
      ['edited', 24, 1],
      ['submitted_for_review', 20, 1],
      ['published', 18, 0],
    ],
  },
  {
    slug: 'gum-disease',
    title: 'Bleeding gums: what it means and what helps',
    tags: ['gums'],
    steps: [
      ['created', 8, 1],
      ['edited', 6, 1],
      ['submitted_for_review', 2, 1],
    ],
  },
  {
    slug: 'invisible-braces',
    title: 'Clear aligners',
    tags: ['aligners'],
    steps: [
      ['created', 14, 2],
      ['submitted_for_review', 13, 2],
      ['changes_requested', 12, 0],
      ['submitted_for_review', 4, 2],
    ],
  },
  {
    slug: 'children',
    title: 'Children at the dentist',
    tags: [],
    steps: [
      ['created', 3, 2],
      ['edited', 1, 2],
    ],
  },
  {
    slug: 'summer-hours',
    title: 'Summer hours',
    tags: ['news'],
    steps: [
      ['created', 160, 2],
      ['published', 158, 0],
      ['unpublished', 65, 0],
    ],
  },
];

const STATUS_AFTER: Partial<Record<ActivityType, Status>> = {
  submitted_for_review: 'review',
  changes_requested: 'draft',
  published: 'published',
  unpublished: 'draft',
};

const QUARTER = 15 * 60 * 1000;
const textOf = (slug: string) => readFileSync(new URL(`./pages/${slug}.md`, import.meta.url), 'utf8');

/** The content after a number of edits: the first paragraph, then all but the last sections, then everything. */
function writtenAfter(edits: number, of: number, whole: string) {
  if (of === 0 || edits === of) return whole;
  const sections = whole.split(/\n\n(?=## )/);
  const text = edits === 0 ? whole.split('\n\n')[0] : sections.slice(0, edits - of).join('\n\n');
  return `${text}\n`;
}

/** The state of a page after each step. */
function historyOf({ title, slug, tags, steps, seoDescription = null }: (typeof PAGES)[number], demo: Demo) {
  const whole = textOf(slug);
  const people = [demo.adminId, ...demo.memberIds];
  const isEdit = ([type]: Step) => type === 'edited';
  let status: Status = 'draft';
  return steps.map(([type, daysAgo, who], index) => {
    const fromStatus = index === 0 ? null : status;
    status = STATUS_AFTER[type] ?? status;
    const edits = steps.slice(0, index + 1).filter(isEdit).length;
    return {
      version: index + 1,
      type,
      fromStatus,
      status,
      title,
      tags,
      seoTitle: null,
      seoDescription,
      content: writtenAfter(edits, steps.filter(isEdit).length, whole),
      changed: type === 'edited' ? ['content'] : index === 0 ? [] : ['status'],
      createdBy: people[who] ?? demo.adminId,
      // Steps of the same day are 15 minutes apart.
      createdAt: new Date(momentAgo(demo.now, daysAgo, 3).getTime() + index * QUARTER),
    };
  });
}

/** Seeds pages in every state, with their authors, reviewers, publishers and times. */
export async function seedPages(db: TenantDb, demo: Demo, describePage: DescribePage) {
  const { clientId } = demo;
  for (const planned of PAGES) {
    const history = historyOf(planned, demo);
    const [first, last] = [history[0], history.at(-1)];
    if (!first || !last) continue;
    const { title, content, tags, seoTitle, seoDescription, status, version } = last;
    const contentFormat = content.startsWith('<') ? ('html' as const) : ('markdown' as const);
    const written = { title, content, contentFormat, seoTitle, seoDescription };
    const publishedAt = history.find((step) => step.type === 'published')?.createdAt ?? null;
    const { createdBy, createdAt } = first;
    const [page] = await db
      .insert(pages)
      .values({
        clientId,
        slug: planned.slug,
        status,
        tags,
        version,
        createdBy,
        createdAt,
        publishedAt,
        ...written,
        ...(await describePage(written)),
        updatedAt: last.createdAt,
      })
      .returning();
    if (!page) throw new Error('A page was not inserted.');

    const past = history.map((step) => ({ ...step, clientId, pageId: page.id }));
    await db.insert(pageVersions).values(past.map((step) => ({ ...step, size: step.content.length })));
    await db.insert(pageActivity).values(past.map((step) => ({ ...step, toStatus: step.status })));
  }
}
