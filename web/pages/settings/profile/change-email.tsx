import { Alert, Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmailField, PasswordField } from '../../../accounts/fields.tsx';
import { OwnUsername } from '../../../accounts/username.tsx';
import { api } from '../../../api/client.ts';
import { FormError } from '../../../parts/form-error.tsx';
import { Part } from '../../../parts/part.tsx';
import { useSend } from '../../../parts/send.ts';

/** Asks for another address. It changes when the mail to it is answered. */
export function ChangeEmail() {
  const { t } = useTranslation();
  const { form, submit, sending, error, sent } = useSend(
    { email: '', password: '' },
    api.auth.account.changeEmail.mutationOptions(),
    {
      inputOf: (values) => values,
      onAnswer() {
        form.reset();
      },
    },
  );
  return (
    <Part title={t('profile.changeEmail')} text={t('profile.changeEmailText')}>
      <form onSubmit={submit} noValidate>
        <Stack maw={420}>
          <FormError error={error} />
          <OwnUsername />
          {sent.isSuccess && (
            <Alert color="teal" role="status">
              {t('profile.emailAsked')}
            </Alert>
          )}
          <EmailField {...form.getInputProps('email')} label={t('profile.newEmail')} autoComplete="email" />
          <PasswordField {...form.getInputProps('password')} />
          <Button type="submit" loading={sending} style={{ alignSelf: 'flex-start' }}>
            {t('profile.changeEmail')}
          </Button>
        </Stack>
      </form>
    </Part>
  );
}
