import { Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer } from '../../parts/answer.tsx';
import { KeyForm } from '../../parts/key-form.tsx';
import { KeyRow } from '../../parts/key-row.tsx';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { useSend } from '../../parts/send.ts';
import { OperatorsOnly } from './operators-only.tsx';

function NewKey() {
  const { t } = useTranslation();
  const { form, submit, sending, error, sent } = useSend(
    { name: '', expiresAt: '' },
    api.operator.keys.create.mutationOptions(),
    {
      inputOf: ({ name, expiresAt }) => ({
        name,
        // The key works until the end of the chosen day, in the browser's time zone.
        ...(expiresAt && { expiresAt: new Date(`${expiresAt}T23:59:59`).toISOString() }),
      }),
      onAnswer() {
        form.reset();
      },
    },
  );
  return (
    <KeyForm
      text={t('operatorPage.keyText')}
      onSubmit={submit}
      sending={sending}
      error={error}
      secret={sent.data?.key}
      nameProps={form.getInputProps('name')}
    >
      <TextInput type="date" label={t('operatorPage.keyUntil')} {...form.getInputProps('expiresAt')} />
    </KeyForm>
  );
}

function Keys({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation();
  const keys = useList(
    api.operator.keys.list.queryKey({}),
    (page, how) => portal.operator.keys.list.query({ limit: 50, ...page }, how),
    ({ data }) => data,
  );
  const remove = useMutation(api.operator.keys.remove.mutationOptions());
  return (
    <Part title={t('pages.operatorKeys')}>
      <Answer of={{ ...keys, data: keys.rows }}>
        {(rows) => (
          <Stack>
            {rows.length === 0 && <Text c="dimmed">{t('keysPage.none')}</Text>}
            {rows.map((key) => (
              <KeyRow
                key={key.id}
                apiKey={key}
                scopes={[t('keysPage.scopes.ingest')]}
                onRemove={mayChange ? () => remove.mutate({ id: key.id }) : undefined}
              />
            ))}
            <More of={keys} />
          </Stack>
        )}
      </Answer>
    </Part>
  );
}

export function OperatorKeysPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.operatorKeys')} lead={t('operatorPage.keysLead')}>
      <OperatorsOnly>
        {(mayChange) => (
          <>
            <Keys mayChange={mayChange} />
            {mayChange && <NewKey />}
          </>
        )}
      </OperatorsOnly>
    </Page>
  );
}
