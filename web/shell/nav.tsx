import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { Icon } from '../look/icons.tsx';
import { navigationOf } from './navigation.ts';

/** Shows the link to the page that is open, which may be further down than the window is high. */
const intoView = (link: HTMLAnchorElement | null) => {
  if (link?.ariaCurrent === 'page') link.scrollIntoView({ block: 'nearest' });
};

/** The links to all pages that are for the signed-in person. */
export function Nav({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  return navigationOf(profile?.data).map(({ group, pages }) => (
    <div key={group} className="nav-group">
      <Text size="xs" c="dimmed" fw={600} px="sm" mb={4} component="h2">
        {t(`shell.groups.${group}`)}
      </Text>
      <ul>
        {pages.map(({ page, to, icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="nav-link"
              activeOptions={{ exact: to === '/' || to === '/operator' }}
              onClick={onGo}
              ref={intoView}
            >
              <Icon name={icon} />
              {t(`pages.${page}`)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ));
}
