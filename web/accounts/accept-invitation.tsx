import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { codeOf, fieldErrors, sentenceOf } from '../api/errors.ts';
import { ButtonLink } from '../parts/link.tsx';
import { useSend } from '../parts/send.ts';
import { beginSession, endSession } from '../session.ts';
import { PasswordField } from './fields.tsx';
import { AccountForm, Heading, Incomplete, Notice } from './parts.tsx';
import { Username } from './username.tsx';

/** What the link carries: that of a mail has the proof of the mailbox, a copied one has none. */
interface Link {
  token: string;
  proof?: string;
}

/** What the invitation says of a newcomer. */
interface Invited {
  email: string;
  organization: string;
  /** How they sign in later, where the password is none of them. */
  later: 'code' | 'passkey' | undefined;
}

/** The account of a newcomer. */
function Newcomer({ link, email, organization, later }: Invited & { link: Link }) {
  const { t } = useTranslation();
  const router = useRouter();
  const { form, submit, sending, error } = useSend(
    { name: '', password: '' },
    api.auth.acceptInvitation.mutationOptions(),
    {
      inputOf: ({ name, password }) => ({ ...link, password, ...(name.trim() && { name }) }),
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
      {later && <Notice>{t(`accounts.invitation.later.${later}`)}</Notice>}
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
  const { token = '', proof } = useSearch({ from: '/account/accept-invitation' });
  const link = { token, ...(proof && { proof }) };
  const [newcomer, setNewcomer] = useState<Invited>();
  const next = `/accept-invitation?${new URLSearchParams(link)}`;

  const { submit, sending, error } = useSend({}, api.auth.acceptInvitation.mutationOptions(), {
    inputOf: () => link,
    onAnswer(answer) {
      if (answer.requiresRegistration) {
        const { email = '', orgName = '', signIn } = answer;
        const other = signIn?.emailCode ? 'code' : 'passkey';
        return setNewcomer({ email, organization: orgName, later: signIn?.password === false ? other : undefined });
      }
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

  if (newcomer) return <Newcomer link={link} {...newcomer} />;
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
        <Notice>{sentenceOf(error)}</Notice>
        {/* Otherwise single sign-on would not let them in either. */}
        {Object.keys(fieldErrors(error)).length === 0 && (
          <Button onClick={() => signOut.mutate({})}>{t('accounts.signIn.action')}</Button>
        )}
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
        <Incomplete text={t('accounts.invitation.noToken')} />
      )}
    </>
  );
}
