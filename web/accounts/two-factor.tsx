import { Button, TextInput } from '@mantine/core';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { portal } from '../api/client.ts';
import { codeOf } from '../api/errors.ts';
import { ButtonLink } from '../parts/link.tsx';
import { useSend } from '../parts/send.ts';
import { bareCode } from '../parts/values.ts';
import { beginSession, secondFactorToken, startPath } from '../session.ts';
import { AccountForm, Heading, Notice } from './parts.tsx';

export function TwoFactorPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const search = useSearch({ from: '/account/two-factor' });
  const [backup, setBackup] = useState(false);
  const tempToken = secondFactorToken();
  // After single sign-on the token is in a cookie, which pages cannot read.
  const isExpected = tempToken !== undefined || search.sso !== undefined;

  const { form, submit, sending, error } = useSend(
    { code: '' },
    {
      mutationFn: (input: { code: string; tempToken?: string }) =>
        backup ? portal.auth.twoFactor.verifyBackupCode.mutate(input) : portal.auth.twoFactor.verifyLogin.mutate(input),
    },
    {
      inputOf: ({ code }) => ({ code: bareCode(code), ...(tempToken && { tempToken }) }),
      async onAnswer() {
        beginSession();
        return router.history.push(await startPath(search.next));
      },
    },
  );

  if (!isExpected || codeOf(error) === 'INVALID_TEMP_TOKEN')
    return (
      <>
        <Heading title={t('accounts.twoFactor.title')} />
        <Notice>{t('accounts.twoFactor.expired')}</Notice>
        <ButtonLink to="/sign-in" search={search.next === undefined ? {} : { next: search.next }}>
          {t('accounts.signIn.action')}
        </ButtonLink>
      </>
    );
  return (
    <>
      <Heading
        title={t('accounts.twoFactor.title')}
        text={backup ? t('accounts.twoFactor.backupText') : t('accounts.twoFactor.text')}
      />
      <AccountForm onSubmit={submit} error={error} sending={sending} action={t('accounts.twoFactor.action')}>
        <TextInput
          label={t('fields.code')}
          autoComplete={backup ? 'off' : 'one-time-code'}
          inputMode={backup ? 'text' : 'numeric'}
          autoFocus
          required
          withAsterisk={false}
          {...form.getInputProps('code')}
        />
      </AccountForm>
      <Button variant="subtle" mt="md" onClick={() => setBackup(!backup)}>
        {backup ? t('accounts.twoFactor.useApp') : t('accounts.twoFactor.useBackup')}
      </Button>
    </>
  );
}
