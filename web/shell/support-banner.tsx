import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../api/client.ts';
import { statusOf } from '../api/errors.ts';
import { FormError } from '../parts/form-error.tsx';
import { useFormat } from '../parts/format.ts';
import { useNewSession } from './new-session.ts';

/** Says on every page of a support session whose data is shown, to whom and why; and ends it. */
export function SupportBanner() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const begin = useNewSession();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const end = useMutation({
    // Nothing that was read for the client stays.
    async mutationFn() {
      try {
        await portal.operator.supportSession.mutate({});
      } catch (error) {
        // It is over already: whoever was signed in before signs in again.
        if (statusOf(error) !== 401) throw error;
      }
      await begin('/operator');
    },
    meta: { shown: true },
  });
  if (!profile?.data.support) return null;
  const { orgName, support } = profile.data;
  return (
    <Alert role="region" color="orange" aria-label={t('shell.support.label')} mb="md" className="no-print support">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Text fw={600}>{t('shell.support.who', { by: support.by, organization: orgName })}</Text>
          <Text size="sm">{t('shell.support.reason', { reason: support.reason })}</Text>
          <Text size="sm">
            {t(support.write ? 'shell.support.writes' : 'shell.support.reads', { until: dateTime(support.expiresAt) })}
          </Text>
        </div>
        <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          {t('shell.support.end')}
        </Button>
      </Group>
      <FormError error={end.error} />
    </Alert>
  );
}
