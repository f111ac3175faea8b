import { Paper, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { Answer } from '../../parts/answer.tsx';
import { useChange } from '../../parts/change.ts';
import { type Module, useModules } from '../../parts/modules.ts';
import { OwnAccount } from '../../parts/own-account.tsx';
import { Page } from '../../parts/page.tsx';

type Choices = inferRouterOutputs<AppRouter>['auth']['account']['notifications'];
const KINDS = [
  { kind: 'weeklyDigest' },
  { kind: 'scoreDrop', module: 'visibility' },
  { kind: 'overdueGoals', module: 'goals' },
  { kind: 'reviewRequested', module: 'content' },
  { kind: 'paymentFailed', module: 'billing' },
] as const satisfies { kind: keyof Choices['data']; module?: Module }[];

export function NotificationsPage() {
  const { t } = useTranslation();
  const has = useModules();
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
                {KINDS.filter((choice) => !('module' in choice) || has(choice.module)).map(({ kind }) => (
                  <Switch
                    key={kind}
                    label={t(`notificationsPage.names.${kind}`)}
                    checked={data[kind]}
                    onChange={({ currentTarget }) => save.mutate({ [kind]: currentTarget.checked })}
                  />
                ))}
              </Stack>
            </Paper>
          </OwnAccount>
        )}
      </Answer>
    </Page>
  );
}
