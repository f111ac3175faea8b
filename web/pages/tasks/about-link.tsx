import { useTranslation } from 'react-i18next';
import { PageLink } from '../../parts/link.tsx';
import { type Module, useModules } from '../../parts/modules.ts';
import type { Task } from './task-form.tsx';

const PAGES = {
  measurement: { page: 'measurement', to: '/measurement', module: 'ai_search' },
  ai_search: { page: 'aiSearch', to: '/ai-search', module: 'ai_search' },
  listings: { page: 'listings', to: '/listings', module: 'listings' },
  reviews: { page: 'reviews', to: '/reviews', module: 'reviews' },
  site_audit: { page: 'siteAudit', to: '/site-audit', module: 'visibility' },
  content: { page: 'content', to: '/content', module: 'content' },
  goals: { page: 'goals', to: '/goals', module: 'goals' },
} as const satisfies Record<NonNullable<Task['about']>, { page: string; to: string; module: Module }>;

/** Leads to the page that a task is about; nothing where that is not known, or is no page of the person. */
export function AboutLink({ task: { about, title } }: { task: Task }) {
  const { t } = useTranslation();
  const has = useModules();
  if (about === null || !has(PAGES[about].module)) return null;
  const page = t(`pages.${PAGES[about].page}`);
  return (
    <PageLink size="sm" to={PAGES[about].to} aria-label={t('tasks.openOf', { page, title })}>
      {t('tasks.open', { page })}
    </PageLink>
  );
}
