import { AppShell, Burger, Button, Group, ScrollArea } from '@mantine/core';
import { useDisclosure, useReducedMotion } from '@mantine/hooks';
import { Link, Outlet, useRouteContext } from '@tanstack/react-router';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { loadWhenReachable } from '../api/code.ts';
import { viewed } from '../api/viewed.ts';
import { useBrandName, useLogo } from '../look/brand.ts';
import { Icon } from '../look/icons.tsx';
import { NotFound, WaitingPage } from '../parts/outcomes.tsx';
import { sessionCount } from '../session.ts';
import { LeaveQuestion } from './leave-question.tsx';
import { Nav } from './nav.tsx';
import { OrganizationName } from './organization-name.tsx';
import { Search } from './search.tsx';
import { useSignOut } from './sign-out.ts';
import { SupportBanner } from './support-banner.tsx';
import { Tabs } from './tabs.tsx';
import { User } from './user.tsx';
import { ViewBanner } from './view-banner.tsx';

// The sign-in page loads the frame in advance, and can do without them.
const Notices = lazy(loadWhenReachable(() => import('./notices.tsx').then((module) => ({ default: module.Notices }))));

/** The frame of the signed-in pages, created anew for each session, so that no data of an earlier one stays. */
export function Shell() {
  return <Frame key={useSyncExternalStore(sessionCount.subscribe, sessionCount.get)} />;
}

/** Header, navigation and the page. */
function Frame() {
  const { t } = useTranslation();
  const { isHidden } = useRouteContext({ from: '/inside' });
  const client = useSyncExternalStore(viewed.subscribe, viewed.get);
  const [opened, { toggle, close }] = useDisclosure();
  const moves = !useReducedMotion();
  const signOut = useSignOut();
  const [brand, logo] = [useBrandName(), useLogo(28)];

  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', md: 'xl' }}
      transitionDuration={moves ? 200 : 0}
    >
      <a className="skip" href="#contents">
        {t('skip')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="md"
              size="sm"
              aria-label={t('shell.menu')}
              aria-expanded={opened}
            />
            <Link to="/" className="brand">
              <img {...logo} alt={brand} />
            </Link>
            <OrganizationName />
          </Group>
          <User />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label={t('shell.main')} p="sm" className={opened ? undefined : 'closed-menu'}>
        <AppShell.Section>
          <Search onOpen={close} />
        </AppShell.Section>
        <AppShell.Section grow component={ScrollArea} type="hover" scrollbarSize={6}>
          <Nav onGo={close} />
        </AppShell.Section>
        <AppShell.Section pt="sm">
          <Button
            variant="default"
            fullWidth
            leftSection={<Icon name="signOut" />}
            loading={signOut.isPending}
            onClick={() => signOut.mutate()}
          >
            {t('accounts.signOut')}
          </Button>
        </AppShell.Section>
      </AppShell.Navbar>
      <LeaveQuestion />
      <AppShell.Main id="contents">
        {client ? <ViewBanner client={client} /> : <SupportBanner />}
        <Suspense fallback={<WaitingPage />}>
          <Notices />
          <Tabs />
          {isHidden ? <NotFound /> : <Outlet />}
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
}
