import { Group, Text } from '@mantine/core';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { PageLink } from '../parts/link.tsx';
import { useSend } from '../parts/send.ts';
import { awaitSecondFactor, beginSession, ownPath } from '../session.ts';
import { EmailField, PasswordField } from './fields.tsx';
import { AccountForm, Heading } from './parts.tsx';

export function SignInPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const navigate = useNavigate();
  const search = useSearch({ from: '/account/sign-in' });

  const { form, submit, sending, error } = useSend({ email: '', password: '' }, api.auth.login.mutationOptions(), {
    inputOf: (values) => values,
    async onAnswer(answer) {
      if ('requires2FA' in answer) {
        awaitSecondFactor(answer.tempToken);
        return navigate({ to: '/two-factor', search });
      }
      beginSession();
      return router.history.push(ownPath(search.next));
    },
  });

  return (
    <>
      <Heading title={t('accounts.signIn.title')} />
      <AccountForm onSubmit={submit} error={error} sending={sending} action={t('accounts.signIn.action')}>
        <EmailField {...form.getInputProps('email')} />
        <PasswordField {...form.getInputProps('password')} />
      </AccountForm>
      <Group justify="space-between" mt="lg">
        <PageLink to="/forgot-password" size="sm">
          {t('accounts.signIn.forgot')}
        </PageLink>
        <Text size="sm">
          {t('accounts.signIn.fresh')}{' '}
          <PageLink to="/register" size="sm">
            {t('accounts.signIn.register')}
          </PageLink>
        </Text>
      </Group>
    </>
  );
}
