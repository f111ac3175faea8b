import { NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer, Empty } from '../../parts/answer.tsx';
import { KeyForm } from '../../parts/key-form.tsx';
import { KeyRow } from '../../parts/key-row.tsx';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { useSend } from '../../parts/send.ts';

const SCOPES = ['ingest', 'read'] as const;
type Scope = (typeof SCOPES)[number];

function NewKey() {
  const { t } = useTranslation();
  const { form, submit, sending, error, sent } = useSend(
    { name: '', scope: 'ingest' },
    api.auth.org.apiKeys.create.mutationOptions(),
    {
      inputOf: ({ name, scope }) => ({ name, scopes: [scope as Scope] }),
      onAnswer() {
        form.reset();
      },
    },
  );
  return (
    <KeyForm
      onSubmit={submit}
      sending={sending}
      error={error}
      secret={sent.data?.key}
      nameProps={form.getInputProps('name')}
    >
      <NativeSelect
        label={t('keysPage.scope')}
        data={SCOPES.map((value) => ({ value, label: t(`keysPage.scopes.${value}`) }))}
        {...form.getInputProps('scope')}
      />
    </KeyForm>
  );
}

function Keys() {
  const { t } = useTranslation();
  const keys = useQuery(api.auth.org.apiKeys.list.queryOptions({ limit: 50 }));
  const remove = useMutation(api.auth.org.apiKeys.remove.mutationOptions());
  return (
    <Part title={t('pages.keys')}>
      <Answer of={keys}>
        {({ data }) => (
          <Stack>
            {data.length === 0 && <Text c="dimmed">{t('keysPage.none')}</Text>}
            {data.map((key) => (
              <KeyRow
                key={key.id}
                apiKey={key}
                scopes={key.scopes.map((scope) => t(`keysPage.scopes.${scope}`))}
                onRemove={() => remove.mutate({ id: key.id })}
              />
            ))}
          </Stack>
        )}
      </Answer>
    </Part>
  );
}

export function KeysPage() {
  const { t } = useTranslation();
  const profile = useQuery(api.auth.account.profile.queryOptions());
  return (
    <Page title={t('pages.keys')} lead={t('keysPage.lead')}>
      <Answer of={profile}>
        {({ data }) =>
          data.role === 'admin' ? (
            <>
              <Keys />
              <NewKey />
            </>
          ) : (
            <Empty>{t('keysPage.onlyAdmins')}</Empty>
          )
        }
      </Answer>
    </Page>
  );
}
