import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/answer.tsx';
import { ButtonLink } from '../../parts/link.tsx';
import { useModules } from '../../parts/modules.ts';

const STEPS = [
  { step: 'measure', to: '/measurement', admin: true, module: 'ai_search' },
  { step: 'data', to: '/settings/connections', admin: true, module: undefined },
  { step: 'page', to: '/content', admin: false, module: 'content' },
  { step: 'goal', to: '/goals', admin: false, module: 'goals' },
  { step: 'question', to: '/insights', admin: false, module: 'insights' },
  { step: 'members', to: '/settings/members', admin: true, module: undefined },
] as const;

/** The first steps of a new organization that has no data yet. */
export function FirstSteps() {
  const { t } = useTranslation();
  const has = useModules();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const isAdmin = profile?.data.role === 'admin';
  return (
    <Empty
      action={
        <Group gap="sm" justify="center">
          {STEPS.filter(({ admin, module }) => (isAdmin || !admin) && (!module || has(module))).map(({ step, to }) => (
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
