import { Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { FormError } from '../parts/form-error.tsx';
import { ButtonLink, PageLink } from '../parts/link.tsx';
import { useSend } from '../parts/send.ts';
import { PasswordField } from './fields.tsx';
import { AccountForm, Heading, Notice } from './parts.tsx';
import { UnknownUsername } from './username.tsx';

export function ResetPasswordPage() {
  const { t } = useTranslation();
  const { token = '' } = useSearch({ from: '/account/reset-password' });
  const { form, submit, sending, error, sent } = useSend({ password: '' }, api.auth.resetPassword.mutationOptions(), {
    inputOf: ({ password }) => ({ token, password }),
    onAnswer: () => undefined,
  });

  if (sent.isSuccess)
    return (
      <>
        <Heading title={t('accounts.reset.title')} />
        <Notice>{t('accounts.reset.done')}</Notice>
        <ButtonLink to="/sign-in">{t('accounts.signIn.action')}</ButtonLink>
      </>
    );
  return (
    <>
      <Heading title={t('accounts.reset.title')} />
      {token ? (
        <AccountForm onSubmit={submit} error={error} sending={sending} action={t('accounts.reset.action')}>
          <UnknownUsername />
          <PasswordField fresh hint={t('accounts.register.hint')} {...form.getInputProps('password')} />
        </AccountForm>
      ) : (
        <FormError error={t('accounts.reset.noToken')} />
      )}
      <Stack mt="lg">
        <PageLink to="/forgot-password" size="sm">
          {t('accounts.reset.another')}
        </PageLink>
      </Stack>
    </>
  );
}
