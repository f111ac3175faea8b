import { Button, Group, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../parts/link.tsx';
import { endedByItself, mayRegister } from '../session.ts';
import { EmailField, PasswordField } from './fields.tsx';
import { AccountForm, Heading } from './parts.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { SsoFailure, startSso, useSsoOffer } from './single-sign-on.tsx';
import { useSignIn } from './use-sign-in.ts';

/** The ways besides the password and single sign-on. */
function OtherWays({ next }: { next: string | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <PasskeyButton next={next} />
      <PageLink to="/email-code" search={next === undefined ? {} : { next }} size="sm" mt="lg" display="inline-block">
        {t('accounts.signIn.code')}
      </PageLink>
    </>
  );
}

/** Asks for the address, and offers what its domain signs in with. */
export function SignInPage() {
  const { t } = useTranslation();
  const { next, sso } = useSearch({ from: '/account/sign-in' });
  const { form, submit, sending, error } = useSignIn({ next });
  const isOffered = useSsoOffer(form.values.email);
  const [isOther, setOther] = useState(false);
  const bySso = isOffered && !isOther;
  const goToProvider = (event: FormEvent) => {
    event.preventDefault();
    startSso(form.values.email, next);
  };

  return (
    <>
      <Heading title={t('accounts.signIn.title')} text={endedByItself() ? t('accounts.signIn.ended') : undefined} />
      <AccountForm
        onSubmit={bySso ? goToProvider : submit}
        error={error}
        sending={sending}
        action={bySso ? t('accounts.sso.action') : t('accounts.signIn.action')}
      >
        {!error && <SsoFailure reason={sso} />}
        <EmailField {...form.getInputProps('email')} />
        {!bySso && <PasswordField {...form.getInputProps('password')} />}
      </AccountForm>
      {isOffered && (
        <Button variant="subtle" fullWidth mt="sm" onClick={() => setOther(!isOther)}>
          {isOther ? t('accounts.sso.use') : t('accounts.sso.others')}
        </Button>
      )}
      {!bySso && <OtherWays next={next} />}
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
