import { Box, Button, Group, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../parts/link.tsx';
import { endedByItself, mayRegister } from '../session.ts';
import { EmailField, PasswordField } from './fields.tsx';
import { AccountForm, Heading } from './parts.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { domainOf, SsoFailure, startSso, useSsoOffer } from './single-sign-on.tsx';
import { rememberAddress, typedAddress } from './typed-address.ts';
import { useSignIn } from './use-sign-in.ts';

/** Asks for the address, and then offers the ways to sign in that it may have: single sign-on, if its domain has it. */
export function SignInPage() {
  const { t } = useTranslation();
  const { next, sso } = useSearch({ from: '/account/sign-in' });
  const { form, submit, sending, error } = useSignIn({ next, email: typedAddress() });
  const { email, password } = form.values;
  const isOffered = useSsoOffer(email);
  const [isOther, setOther] = useState(false);
  const bySso = isOffered && !isOther;
  const passwordField = useRef<HTMLInputElement>(null);
  // The portal may take an address that the page does not.
  const isPast = domainOf(email) !== undefined || password !== '' || (form.errors.password && !form.errors.email);
  const goOn = (event: FormEvent<HTMLFormElement>) => {
    if (bySso || (isPast && !password && !form.errors.password)) event.preventDefault();
    if (bySso) return startSso(email, next);
    return event.defaultPrevented ? passwordField.current?.focus() : submit(event);
  };
  const remember = () => rememberAddress(email);

  return (
    // As high as with all fields: what is typed in stays where it is when the others come.
    <Box mih="23.75rem">
      <Heading title={t('accounts.signIn.title')} text={endedByItself() ? t('accounts.signIn.ended') : undefined} />
      <AccountForm
        onSubmit={goOn}
        error={error}
        sending={sending}
        action={bySso ? t('accounts.sso.action') : t('accounts.signIn.action')}
      >
        {!error && <SsoFailure reason={sso} />}
        <EmailField {...form.getInputProps('email')} />
        {!bySso && (
          // There from the start, as password managers fill both in at once.
          <div className={isPast ? undefined : 'visually-hidden'} aria-hidden={!isPast || undefined}>
            <PasswordField {...form.getInputProps('password')} ref={passwordField} tabIndex={isPast ? undefined : -1} />
          </div>
        )}
      </AccountForm>
      {isOffered && (
        <Button variant="subtle" fullWidth mt="sm" onClick={() => setOther(!isOther)}>
          {isOther ? t('accounts.sso.use') : t('accounts.sso.others')}
        </Button>
      )}
      {!bySso && <PasskeyButton next={next} />}
      {!bySso && isPast && (
        <PageLink
          to="/email-code"
          search={next === undefined ? {} : { next }}
          onClick={remember}
          size="sm"
          mt="lg"
          display="inline-block"
        >
          {t('accounts.signIn.code')}
        </PageLink>
      )}
      <Group justify="space-between" mt="xs">
        <PageLink to="/forgot-password" size="sm" onClick={remember}>
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
    </Box>
  );
}
