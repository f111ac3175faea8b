import { Text, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { PageLink } from '../parts/link.tsx';
import { useSend } from '../parts/send.ts';
import { beginSession, mayRegister } from '../session.ts';
import { EmailField, PasswordField } from './fields.tsx';
import { AccountForm, Heading } from './parts.tsx';

/** In place of the form where an operator invites people. */
function ByInvitation() {
  const { t } = useTranslation();
  return (
    <>
      <Heading title={t('accounts.register.title')} text={t('accounts.register.invited')} />
      <PageLink to="/sign-in">{t('accounts.register.signIn')}</PageLink>
    </>
  );
}

export const RegisterPage = mayRegister ? RegisterForm : ByInvitation;

function RegisterForm() {
  const { t } = useTranslation();
  const router = useRouter();

  const { form, submit, sending, error } = useSend(
    { orgName: '', name: '', email: '', password: '' },
    api.auth.register.mutationOptions(),
    {
      inputOf: ({ orgName, name, ...rest }) => ({
        ...rest,
        ...(orgName.trim() && { orgName }),
        ...(name.trim() && { name }),
      }),
      onAnswer() {
        beginSession();
        return router.history.push('/');
      },
    },
  );

  return (
    <>
      <Heading title={t('accounts.register.title')} />
      <AccountForm onSubmit={submit} error={error} sending={sending} action={t('accounts.register.action')}>
        <TextInput label={t('fields.organization')} autoComplete="organization" {...form.getInputProps('orgName')} />
        <TextInput label={t('fields.name')} autoComplete="name" {...form.getInputProps('name')} />
        <EmailField {...form.getInputProps('email')} />
        <PasswordField fresh hint={t('accounts.register.hint')} {...form.getInputProps('password')} />
      </AccountForm>
      <Text size="sm" mt="lg">
        {t('accounts.register.known')}{' '}
        <PageLink to="/sign-in" size="sm">
          {t('accounts.register.signIn')}
        </PageLink>
      </Text>
    </>
  );
}
