import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/answer.tsx';
import { ButtonLink } from '../../parts/link.tsx';

const STEPS = [
  { step: 'data', to: '/settings/keys', admin: true },
  { step: 'page', to: '/content', admin: false },
  { step: 'goal', to: '/goals', admin: false },
  { step: 'question', to: '/insights', admin: false },
  { step: 'members', to: '/settings/members', admin: true },
] as const;

/** The first steps of a new organization that has no data yet. */
export function FirstSteps() {
  const { t } = useTranslation();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const isAdmin = profile?.data.role === 'admin';
  return (
    <Empty
      action={
        <Group gap="sm" justify="center">
          {STEPS.filter(({ admin }) => isAdmin || !admin).map(({ step, to }) => (
            <ButtonLink key={step} to={to} variant="default">
              {t(`overview.steps.${step}`)}
            </ButtonLink>
          ))}
        </Group>
      }
    >
      {t('overview.noScan')}
    </Empty>
  );
}
