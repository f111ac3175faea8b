import { Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { viewed } from '../api/viewed.ts';
import { Icon } from '../look/icons.tsx';
import { isSetting, menuOf, settingsOf, tabsAt } from './navigation.ts';
import { usePath } from './use-path.ts';
import { useViewing } from './viewing.ts';

type Profile = inferRouterOutputs<AppRouter>['auth']['account']['profile']['data'];

/** Shows the link to the page that is open, which may be further down than the window is high. */
const intoView = (link: HTMLAnchorElement | null) => {
  if (link?.ariaCurrent) link.scrollIntoView({ block: 'nearest' });
};

/** The way to the settings, or back to the daily pages. */
function Aside({ inSettings, onGo }: { inSettings: boolean; onGo: () => void }) {
  const { t } = useTranslation();
  return (
    <Link to={inSettings ? '/' : '/settings/profile'} className="nav-link nav-aside" onClick={onGo}>
      <Icon name={inSettings ? 'back' : 'settings'} />
      {t(inSettings ? 'shell.back' : 'shell.settings')}
    </Link>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <Text size="xs" c="dimmed" fw={600} px="sm" mb={4} component="h2" className="nav-heading">
      {children}
    </Text>
  );
}

/** Whose pages follow, for operators: those of a client, or of their own organization beside those of all clients. */
function Whose({ person }: { person: Profile | undefined }) {
  const { t } = useTranslation();
  if (!person || (!person.support && !person.operatorRole)) return null;
  return (
    <Heading>{t(person.support ? 'shell.groups.client' : 'shell.groups.agency', { name: person.orgName })}</Heading>
  );
}

/** The way back to the pages of the operator, which are closed while a client is looked at. */
function OperatorsPages({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation();
  const { leave } = useViewing();
  return (
    <div className="nav-group">
      <Heading>{t('shell.groups.operator')}</Heading>
      <UnstyledButton
        className="nav-link"
        onClick={() => {
          onGo();
          leave();
        }}
      >
        <Icon name="back" />
        {t('shell.view.leave')}
      </UnstyledButton>
    </div>
  );
}

/** The menu of the signed-in person: of the daily pages, or in the settings that of the settings. */
export function Nav({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const client = useSyncExternalStore(viewed.subscribe, viewed.get);
  const path = usePath();
  const inSettings = isSetting(path);
  const groups = inSettings ? settingsOf(profile?.data) : menuOf(profile?.data);
  const open = tabsAt(path, profile?.data)?.first.to;
  const hasSettings = settingsOf(profile?.data).length > 0;
  return (
    <>
      {inSettings && <Aside inSettings onGo={onGo} />}
      {client && <OperatorsPages onGo={onGo} />}
      {groups.map(({ group, entries }) => (
        <div key={group} className="nav-group">
          {group === 'figures' ? (
            <Whose person={profile?.data} />
          ) : (
            group !== 'account' && <Heading>{t(`shell.groups.${group}`)}</Heading>
          )}
          <ul>
            {entries.map(({ name, icon, first }) => (
              <li key={first.to}>
                <Link
                  to={first.to}
                  className={first.to === open ? 'nav-link active' : 'nav-link'}
                  activeOptions={{ exact: true, includeSearch: false }}
                  aria-current={first.to === open ? 'true' : undefined}
                  onClick={onGo}
                  ref={intoView}
                >
                  <Icon name={icon} />
                  {t(`pages.${name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {!inSettings && hasSettings && <Aside inSettings={false} onGo={onGo} />}
    </>
  );
}
