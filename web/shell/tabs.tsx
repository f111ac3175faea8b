import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { tabsAt } from './navigation.ts';
import { usePath } from './use-path.ts';

/** The pages that belong together with the open one, such as those about visibility. */
export function Tabs() {
  const { t, i18n } = useTranslation();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const path = usePath();
  const tabs = tabsAt(path, profile?.data);
  if (!tabs || tabs.pages.length < 2) return null;
  // The first page of an entry is headed as the entry: its tab says what it shows.
  const nameOf = (page: (typeof tabs.pages)[number]['page']) =>
    i18n.exists(`shell.tabs.${page}`) ? t(`shell.tabs.${page as 'visibility'}`) : t(`pages.${page}`);
  return (
    <nav className="tabs no-print" aria-label={t(`pages.${tabs.name}`)}>
      {tabs.pages.map(({ page, to }) => (
        <Link
          key={to}
          to={to}
          className={to === tabs.current.to ? 'tab active' : 'tab'}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={to === tabs.current.to ? 'true' : undefined}
        >
          {nameOf(page)}
        </Link>
      ))}
    </nav>
  );
}
