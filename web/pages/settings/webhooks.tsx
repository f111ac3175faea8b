import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer, Empty } from '../../parts/answer.tsx';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { webhooks } from '../../texts/en/webhooks.ts';
import { addTexts } from '../../texts/texts.ts';
import { WebhookForm } from './webhooks/webhook-form.tsx';
import { WebhookRow } from './webhooks/webhook-row.tsx';

addTexts(webhooks);

function Webhooks() {
  const { t } = useTranslation();
  const list = useQuery(api.webhooks.list.queryOptions({ limit: 20 }));
  return (
    <Part title={t('pages.webhooks')}>
      <Answer of={list}>
        {({ data }) => (
          <Stack>
            {data.length === 0 && <Text c="dimmed">{t('webhooksPage.none')}</Text>}
            {data.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </Stack>
        )}
      </Answer>
    </Part>
  );
}

export function WebhooksPage() {
  const { t } = useTranslation();
  const profile = useQuery(api.auth.account.profile.queryOptions());
  return (
    <Page title={t('pages.webhooks')} lead={t('webhooksPage.lead')}>
      <Answer of={profile}>
        {({ data }) =>
          data.role === 'admin' ? (
            <>
              <Webhooks />
              <WebhookForm />
            </>
          ) : (
            <Empty>{t('webhooksPage.onlyAdmins')}</Empty>
          )
        }
      </Answer>
    </Page>
  );
}
