import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { codeOf } from '../api/errors.ts';
import { ButtonLink, PageLink } from '../parts/link.tsx';
import { useSend } from '../parts/send.ts';
import { hasSession } from '../session.ts';
import { PasswordField } from './fields.tsx';
import { AccountForm, Heading, Incomplete, Notice } from './parts.tsx';
import { useSignIn } from './use-sign-in.ts';
import { UnknownUsername } from './username.tsx';

/** The purpose of a link: to verify a registered address, or to confirm or undo a change of address. */
const KINDS = { confirm: 'confirmEmail', undo: 'undoEmail' } as const;
const kindOf = (change: keyof typeof KINDS | undefined) => (change ? KINDS[change] : 'verify');

/** Goes on to the portal. A password that was typed to confirm the address signs in too: nobody is asked twice. */
function Onward({ email, password = '' }: { email: string; password: string | undefined }) {
  const { t } = useTranslation();
  const { submit, sending, error } = useSignIn({ email, password });
  if (!password || hasSession()) return <ButtonLink to="/">{t('accounts.verify.onward')}</ButtonLink>;
  return (
    <AccountForm onSubmit={submit} error={error} sending={sending} action={t('accounts.verify.onward')}>
      {null}
    </AccountForm>
  );
}

export function VerifyEmailPage() {
  const { t } = useTranslation();
  const { token = '', change } = useSearch({ from: '/account/verify-email' });
  const kind = kindOf(change);
  // Anyone can register any address. Who does not hold the account besides the mailbox must not confirm it by a click.
  const [asksPassword, askPassword] = useState(kind !== 'undoEmail' && !hasSession());
  const { form, submit, sending, error, sent } = useSend(
    { password: '' },
    // The session may be one of another account.
    api.auth.verifyEmail.mutationOptions({
      onError: (failure) => codeOf(failure) === 'INVALID_PASSWORD' && askPassword(true),
    }),
    {
      inputOf: ({ password }) => ({ token, asOwner: true, ...(asksPassword && { password }) }),
      onAnswer: () => undefined,
    },
  );
  const isFirstRequest = asksPassword && sent.variables?.password === undefined;

  if (sent.data)
    return (
      <>
        <Heading title={t(`accounts.${kind}.title`)} />
        <Notice>{t(`accounts.${kind}.done`, { email: sent.data.user.email })}</Notice>
        <Onward email={sent.data.user.email} password={sent.variables?.password} />
      </>
    );
  if (!token)
    return (
      <>
        <Heading title={t('accounts.verify.title')} />
        <Incomplete text={t('accounts.verify.noToken')} />
      </>
    );
  return (
    <>
      <Heading
        title={t(`accounts.${kind}.title`)}
        text={t(asksPassword ? 'accounts.verify.signedOut' : `accounts.${kind}.text`)}
      />
      <AccountForm
        onSubmit={submit}
        error={isFirstRequest ? undefined : error}
        sending={sending}
        action={t(`accounts.${kind}.action`)}
      >
        {asksPassword ? (
          <>
            <UnknownUsername />
            <PasswordField {...form.getInputProps('password')} />
          </>
        ) : null}
      </AccountForm>
      {asksPassword && (
        <PageLink to="/forgot-password" size="sm" mt="lg" display="inline-block">
          {t('accounts.verify.notMe')}
        </PageLink>
      )}
    </>
  );
}
