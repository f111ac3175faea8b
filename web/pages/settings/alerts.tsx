import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer } from '../../parts/answer.tsx';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { alerts } from '../../texts/en/alerts.ts';
import { addTexts } from '../../texts/texts.ts';
import { AlertForm } from './alerts/alert-form.tsx';
import { AlertRow } from './alerts/alert-row.tsx';

addTexts(alerts);

/** The alerts of the organization, which its administrators set. */
export function AlertsPage() {
  const { t } = useTranslation();
  const profile = useQuery(api.auth.account.profile.queryOptions());
  const list = useQuery(api.alerts.list.queryOptions({ limit: 50 }));
  const [opened, { open, close }] = useDisclosure();
  // No support session makes alerts, whose mails would go to the operator.
  const isAdmin = profile.data?.data.role === 'admin' && !profile.data.data.support;
  return (
    <Page title={t('pages.alerts')} lead={t('alertsPage.lead')}>
      <Part title={t('alertsPage.list')}>
        <Answer of={list}>
          {({ data }) => (
            <Stack>
              {data.length === 0 && <Text c="dimmed">{t('alertsPage.none')}</Text>}
              {data.map((alert) => (
                <AlertRow key={alert.id} alert={alert} isAdmin={isAdmin} />
              ))}
            </Stack>
          )}
        </Answer>
        {isAdmin && (
          <Group mt="md">
            <Button onClick={open}>{t('alertsPage.fresh')}</Button>
          </Group>
        )}
        {isAdmin && <AlertForm opened={opened} onClose={close} />}
      </Part>
    </Page>
  );
}
