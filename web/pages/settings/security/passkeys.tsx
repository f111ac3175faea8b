import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { useTranslation } from 'react-i18next';
import { addPasskey, mayHavePasskeys } from '../../../accounts/passkeys.ts';
import { api } from '../../../api/client.ts';
import { codeOf } from '../../../api/errors.ts';
import { Answer } from '../../../parts/answer.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { FormError } from '../../../parts/form-error.tsx';
import { useFormat } from '../../../parts/format.ts';
import { Part } from '../../../parts/part.tsx';
import { useSend } from '../../../parts/send.ts';

function AddPasskey() {
  const { t } = useTranslation();
  const { form, submit, sending, error, sent } = useSend(
    { name: '', password: '' },
    { mutationFn: addPasskey },
    {
      inputOf: (values) => values,
      onAnswer() {
        form.reset();
      },
    },
  );
  // A session that is an hour old has to prove who uses it.
  const asksPassword = codeOf(sent.error) === 'REAUTH_REQUIRED' || form.getValues().password !== '';
  return (
    <form onSubmit={submit} noValidate>
      <Stack align="flex-start">
        <FormError error={error && !(error instanceof TRPCClientError) ? t('accounts.passkey.failed') : error} />
        {asksPassword && (
          <PasswordInput
            label={t('security.confirmWith')}
            w={320}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('fields.show') }}
            {...form.getInputProps('password')}
          />
        )}
        <Group align="flex-end">
          <TextInput
            label={t('security.passkeyName')}
            placeholder={t('security.passkeyExample')}
            {...form.getInputProps('name')}
          />
          <Button type="submit" loading={sending}>
            {t('security.addPasskey')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The passkeys of this person: listed by name, added and removed. */
export function Passkeys() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const passkeys = useQuery(api.auth.account.passkeys.list.queryOptions({}));
  const remove = useMutation(api.auth.account.passkeys.remove.mutationOptions());
  return (
    <Part title={t('security.passkeys')} text={t('security.passkeysText')}>
      <Answer of={passkeys}>
        {({ data }) => (
          <Stack mb="md">
            {data.length === 0 && <Text c="dimmed">{t('security.noPasskeys')}</Text>}
            {data.map(({ id, name, createdAt, lastUsedAt }) => (
              <div key={id} className="row row-split">
                <div>
                  <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                    {name}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {[
                      t('security.passkeyAdded', { date: dateTime(createdAt) }),
                      lastUsedAt && t('security.passkeyUsed', { date: dateTime(lastUsedAt) }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </div>
                <ConfirmButton
                  action={t('remove')}
                  size="xs"
                  label={t('security.removePasskey', { name })}
                  title={t('security.removePasskeyTitle')}
                  text={t('security.removePasskeyText', { name })}
                  onConfirm={() => remove.mutate({ id })}
                />
              </div>
            ))}
          </Stack>
        )}
      </Answer>
      {mayHavePasskeys() ? <AddPasskey /> : <Text size="sm">{t('security.passkeysNowhere')}</Text>}
    </Part>
  );
}
