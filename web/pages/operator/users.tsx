import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer, Empty } from '../../parts/answer.tsx';
import { useFilter, useSearchField } from '../../parts/filter.ts';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { OperatorsOnly } from './operators-only.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

type User = inferRouterOutputs<AppRouter>['operator']['users']['list']['data'][number];
type Action = 'lock' | 'unlock' | 'resetSecondFactor' | 'endSessions';

function UserRow({ user, mayChange }: { user: User; mayChange: boolean }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<Action>();
  const { id, email, name, locked, twoFactorEnabled } = user;
  const actions: Action[] = [
    locked ? 'unlock' : 'lock',
    ...(twoFactorEnabled ? (['resetSecondFactor'] as const) : []),
    'endSessions',
  ];
  return (
    <div className="row row-split">
      <div>
        <Text fw={600}>{name ?? email}</Text>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {email}
          </Text>
          {locked && (
            <Badge color="red" className="tag">
              {t('operatorPage.locked')}
            </Badge>
          )}
          {twoFactorEnabled && <Badge className="tag">{t('operatorPage.secondFactor')}</Badge>}
        </Group>
      </div>
      {mayChange && (
        <Group gap="xs">
          {actions.map((action) => (
            <Button
              key={action}
              size="xs"
              variant="default"
              aria-haspopup="dialog"
              aria-label={t('operatorPage.actionOf', { action: t(`operatorPage.actions.${action}`), email })}
              onClick={() => setAsking(action)}
            >
              {t(`operatorPage.actions.${action}`)}
            </Button>
          ))}
        </Group>
      )}
      {asking && (
        <ReasonDialog
          title={t('operatorPage.actionOf', { action: t(`operatorPage.actions.${asking}`), email })}
          text={t('operatorPage.told')}
          action={t(`operatorPage.actions.${asking}`)}
          id={id}
          mutation={api.operator.users[asking].mutationOptions()}
          opened
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  );
}

function Users({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation();
  const current = useSearch({ from: '/inside/operator/users' });
  const setFilter = useFilter(current);
  const field = useSearchField(current.search, (search) => setFilter({ search }));
  const filter = { limit: 50, ...current };
  const users = useList(
    api.operator.users.list.queryKey(filter),
    (page, how) => portal.operator.users.list.query({ ...filter, ...page }, how),
    ({ data }) => data,
  );
  return (
    <>
      <TextInput label={t('operatorPage.searchUsers')} maw={320} {...field} />
      <Answer of={{ ...users, data: users.rows }} height={480}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{t('operatorPage.noUsers')}</Empty>
          ) : (
            <Part title={t('pages.users')}>
              <Stack>
                {rows.map((user) => (
                  <UserRow key={user.id} user={user} mayChange={mayChange} />
                ))}
                <More of={users} />
              </Stack>
            </Part>
          )
        }
      </Answer>
    </>
  );
}

export function UsersPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.users')} lead={t('operatorPage.usersLead')}>
      <OperatorsOnly>{(mayChange) => <Users mayChange={mayChange} />}</OperatorsOnly>
    </Page>
  );
}
