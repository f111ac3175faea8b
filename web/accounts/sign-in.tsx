import { Group, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../parts/link.tsx';
import { endedByItself, mayRegister } from '../session.ts';
import { EmailField, PasswordField } from './fields.tsx';
import { AccountForm, Heading } from './parts.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { useSignIn } from './use-sign-in.ts';

export function SignInPage() {
  const { t } = useTranslation();
  const { next } = useSearch({ from: '/account/sign-in' });
  const { form, submit, sending, error } = useSignIn({ next });

  return (
    <>
      <Heading title={t('accounts.signIn.title')} text={endedByItself() ? t('accounts.signIn.ended') : undefined} />
      <AccountForm onSubmit={submit} error={error} sending={sending} action={t('accounts.signIn.action')}>
        <EmailField {...form.getInputProps('email')} />
        <PasswordField {...form.getInputProps('password')} />
      </AccountForm>
      <PasskeyButton next={next} />
      <PageLink to="/email-code" search={next === undefined ? {} : { next }} size="sm" mt="lg" display="inline-block">
        {t('accounts.signIn.code')}
      </PageLink>
      <Group justify="space-between" mt="xs">
        <PageLink to="/forgot-password" size="sm">
          {t('accounts.signIn.forgot')}
        </PageLink>
        {mayRegister && (
          <Text size="sm">
            {t('accounts.signIn.fresh')}{' '}
            <PageLink to="/register" size="sm">
              {t('accounts.signIn.register')}
            </PageLink>
          </Text>
        )}
      </Group>
    </>
  );
}
