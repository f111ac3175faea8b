import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { ButtonLink } from './link.tsx';

/** How administrators bring figures to a page that has none yet. */
export function BringFigures() {
  const { t } = useTranslation();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  if (profile?.data.role !== 'admin') return null;
  return (
    <Group gap="sm" justify="center">
      <ButtonLink to="/settings/connections" variant="default">
        {t('pages.connections')}
      </ButtonLink>
      <ButtonLink to="/settings/import" variant="default">
        {t('pages.import')}
      </ButtonLink>
    </Group>
  );
}
