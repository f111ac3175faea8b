import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { codeOf } from '../api/errors.ts';
import { FormError } from '../parts/form-error.tsx';
import { ButtonLink } from '../parts/link.tsx';
import { useSend } from '../parts/send.ts';
import { beginSession, endSession } from '../session.ts';
import { PasswordField } from './fields.tsx';
import { AccountForm, Heading, Notice } from './parts.tsx';
import { Username } from './username.tsx';

/** The account of a newcomer: the invitation says the address and the organization. */
function Newcomer({ token, email, organization }: { token: string; email: string; organization: string }) {
  const { t } = useTranslation();
  const router = useRouter();
  const { form, submit, sending, error } = useSend(
    { name: '', password: '' },
    api.auth.acceptInvitation.mutationOptions(),
    {
      inputOf: ({ name, password }) => ({ token, password, ...(name.trim() && { name }) }),
      onAnswer() {
        beginSession();
        return router.history.push('/');
      },
    },
  );
  return (
    <>
      <Heading
        title={t('accounts.invitation.newcomer', { organization })}
        text={t('accounts.invitation.newcomerText', { email })}
      />
      <AccountForm onSubmit={submit} error={error} sending={sending} action={t('accounts.register.action')}>
        <Username email={email} />
        <TextInput label={t('fields.name')} autoComplete="name" {...form.getInputProps('name')} />
        <PasswordField fresh hint={t('accounts.register.hint')} {...form.getInputProps('password')} />
      </AccountForm>
    </>
  );
}

export function AcceptInvitationPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const navigate = useNavigate();
  const { token = '' } = useSearch({ from: '/account/accept-invitation' });
  const [newcomer, setNewcomer] = useState<{ email: string; organization: string }>();
  const next = `/accept-invitation?token=${encodeURIComponent(token)}`;

  const { submit, sending, error } = useSend({}, api.auth.acceptInvitation.mutationOptions(), {
    inputOf: () => ({ token }),
    onAnswer(answer) {
      if (answer.requiresRegistration)
        return setNewcomer({ email: answer.email ?? '', organization: answer.orgName ?? '' });
      beginSession();
      return router.history.push('/');
    },
  });
  const signOut = useMutation({
    ...api.auth.logout.mutationOptions(),
    onSettled() {
      endSession();
      // Single sign-on takes the invitation itself.
      return navigate({ to: '/sign-in', search: codeOf(error) === 'SIGN_IN_METHOD' ? {} : { next } });
    },
  });

  if (newcomer) return <Newcomer token={token} {...newcomer} />;
  if (codeOf(error) === 'LOGIN_REQUIRED')
    return (
      <>
        <Heading title={t('accounts.invitation.title')} />
        <Notice>{t('accounts.invitation.loginRequired')}</Notice>
        <ButtonLink to="/sign-in" search={{ next }}>
          {t('accounts.signIn.action')}
        </ButtonLink>
      </>
    );
  if (codeOf(error) === 'SIGN_IN_METHOD')
    return (
      <>
        <Heading title={t('accounts.invitation.title')} />
        <Notice>{t('accounts.invitation.bySso')}</Notice>
        <Button onClick={() => signOut.mutate({})}>{t('accounts.signIn.action')}</Button>
      </>
    );
  return (
    <>
      <Heading title={t('accounts.invitation.title')} text={token ? t('accounts.invitation.text') : undefined} />
      {token ? (
        <AccountForm onSubmit={submit} error={error} sending={sending} action={t('accounts.invitation.action')}>
          {codeOf(error) === 'FORBIDDEN' && (
            <Button variant="default" onClick={() => signOut.mutate({})}>
              {t('accounts.signOut')}
            </Button>
          )}
        </AccountForm>
      ) : (
        <FormError error={t('accounts.invitation.noToken')} />
      )}
    </>
  );
}
