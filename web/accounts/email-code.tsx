import { Button, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { PageLink } from '../parts/link.tsx';
import { useSend } from '../parts/send.ts';
import { bareCode } from '../parts/values.ts';
import { EmailField } from './fields.tsx';
import { AccountForm, Heading } from './parts.tsx';
import { typedAddress } from './typed-address.ts';
import { useGoOn } from './use-sign-in.ts';

function AskForCode({ onAsked }: { onAsked: (email: string) => void }) {
  const { t } = useTranslation();
  const { form, submit, sending, error } = useSend(
    { email: typedAddress() },
    api.auth.emailCode.create.mutationOptions(),
    {
      inputOf: (values) => values,
      onAnswer: (_answer, { email }) => onAsked(email),
    },
  );
  return (
    <>
      <Heading title={t('accounts.code.title')} text={t('accounts.code.text')} />
      <AccountForm onSubmit={submit} error={error} sending={sending} action={t('accounts.code.send')}>
        <EmailField {...form.getInputProps('email')} />
      </AccountForm>
    </>
  );
}

function EnterCode({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t } = useTranslation();
  const { next } = useSearch({ from: '/account/email-code' });
  const { form, submit, sending, error } = useSend({ code: '' }, api.auth.emailCode.verify.mutationOptions(), {
    inputOf: ({ code }) => ({ email, code: bareCode(code) }),
    onAnswer: useGoOn(next),
  });
  return (
    <>
      <Heading title={t('accounts.code.title')} text={t('accounts.code.sent', { email })} />
      <AccountForm onSubmit={submit} error={error} sending={sending} action={t('accounts.signIn.action')}>
        <TextInput
          label={t('fields.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          required
          withAsterisk={false}
          {...form.getInputProps('code')}
        />
      </AccountForm>
      <Button variant="subtle" mt="md" onClick={onAgain}>
        {t('accounts.code.again')}
      </Button>
    </>
  );
}

/** Signs in with a code by mail: first the address, then the code. */
export function EmailCodePage() {
  const { t } = useTranslation();
  const { next } = useSearch({ from: '/account/email-code' });
  const [email, setEmail] = useState<string>();
  return (
    <>
      {email === undefined ? (
        <AskForCode onAsked={setEmail} />
      ) : (
        <EnterCode email={email} onAgain={() => setEmail(undefined)} />
      )}
      <PageLink to="/sign-in" search={next === undefined ? {} : { next }} size="sm" mt="lg" display="inline-block">
        {t('accounts.code.back')}
      </PageLink>
    </>
  );
}
