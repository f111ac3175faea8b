import { Paper, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { Answer } from '../../parts/answer.tsx';
import { useChange } from '../../parts/change.ts';
import { PageLink } from '../../parts/link.tsx';
import { type Module, useModules } from '../../parts/modules.ts';
import { OwnAccount } from '../../parts/own-account.tsx';
import { Page } from '../../parts/page.tsx';

type Choices = inferRouterOutputs<AppRouter>['auth']['account']['notifications'];
interface Kind {
  kind: keyof Choices['data'];
  module?: Module;
  /** Sent to administrators alone. */
  ofAdmins?: true;
}
const KINDS = [
  { kind: 'weeklyDigest' },
  { kind: 'scoreDrop', module: 'visibility' },
  { kind: 'overdueGoals', module: 'goals' },
  { kind: 'reviewRequested', module: 'content', ofAdmins: true },
  { kind: 'paymentFailed', module: 'billing', ofAdmins: true },
] as const satisfies Kind[];

export function NotificationsPage() {
  const { t } = useTranslation();
  const has = useModules();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const isShown = (choice: Kind) =>
    (!choice.module || has(choice.module)) && (!choice.ofAdmins || profile?.data.role === 'admin');
  const options = api.auth.account.notifications.queryOptions();
  const choices = useQuery(options);
  const save = useChange<Partial<Choices['data']>, Choices>({
    queryKey: options.queryKey,
    send: (input) => portal.auth.account.updateNotifications.mutate(input),
    edit: (before, input) => ({ ...before, data: { ...before.data, ...input } }),
  });
  return (
    <Page title={t('pages.notifications')} lead={t('notificationsPage.lead')}>
      <Answer of={choices} height={260}>
        {({ data }) => (
          <OwnAccount>
            <Paper>
              <Stack>
                {KINDS.filter(isShown).map(({ kind }) => (
                  <Switch
                    key={kind}
                    label={t(`notificationsPage.names.${kind}`)}
                    description={t(`notificationsPage.texts.${kind}`)}
                    checked={data[kind]}
                    onChange={({ currentTarget }) => save.mutate({ [kind]: currentTarget.checked })}
                  />
                ))}
              </Stack>
            </Paper>
            <Text size="sm">
              {t('notificationsPage.alerts')} <PageLink to="/settings/alerts">{t('pages.alerts')}</PageLink>
            </Text>
          </OwnAccount>
        )}
      </Answer>
    </Page>
  );
}
