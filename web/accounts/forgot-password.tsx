import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { PageLink } from '../parts/link.tsx';
import { useSend } from '../parts/send.ts';
import { EmailField } from './fields.tsx';
import { AccountForm, Heading, Notice } from './parts.tsx';
import { typedAddress } from './typed-address.ts';

export function ForgotPasswordPage() {
  const { t } = useTranslation();
  const { form, submit, sending, error, sent } = useSend(
    { email: typedAddress() },
    api.auth.forgotPassword.mutationOptions(),
    {
      inputOf: (values) => values,
      onAnswer: () => undefined,
    },
  );

  return (
    <>
      <Heading title={t('accounts.forgot.title')} text={t('accounts.forgot.text')} />
      {sent.isSuccess ? (
        <Notice>{t('accounts.forgot.sent')}</Notice>
      ) : (
        <AccountForm onSubmit={submit} error={error} sending={sending} action={t('accounts.forgot.action')}>
          <EmailField {...form.getInputProps('email')} />
        </AccountForm>
      )}
      <PageLink to="/sign-in" size="sm" mt="lg" display="inline-block">
        {t('accounts.forgot.back')}
      </PageLink>
    </>
  );
}
