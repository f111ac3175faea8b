import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OwnUsername } from '../../../accounts/username.tsx';
import { api } from '../../../api/client.ts';
import { FormError } from '../../../parts/form-error.tsx';
import { Part } from '../../../parts/part.tsx';
import { useSend } from '../../../parts/send.ts';

export function ChangePassword() {
  const { t } = useTranslation();
  const toggle = { 'aria-label': t('fields.show') };
  const { form, submit, sending, error, sent } = useSend(
    { currentPassword: '', newPassword: '' },
    api.auth.account.changePassword.mutationOptions(),
    {
      inputOf: (values) => values,
      onAnswer() {
        form.reset();
      },
    },
  );
  return (
    <Part title={t('security.password')}>
      <form onSubmit={submit} noValidate>
        <Stack maw={420}>
          <FormError error={error} />
          <OwnUsername />
          {sent.isSuccess && (
            <Alert color="teal" role="status">
              {t('security.changed')}
            </Alert>
          )}
          <PasswordInput
            label={t('security.current')}
            autoComplete="current-password"
            visibilityToggleButtonProps={toggle}
            {...form.getInputProps('currentPassword')}
            aria-invalid={form.errors.currentPassword ? true : undefined}
          />
          <PasswordInput
            label={t('security.fresh')}
            description={t('accounts.register.hint')}
            autoComplete="new-password"
            visibilityToggleButtonProps={toggle}
            {...form.getInputProps('newPassword')}
            aria-invalid={form.errors.newPassword ? true : undefined}
          />
          <Button type="submit" loading={sending} style={{ alignSelf: 'flex-start' }}>
            {t('security.password')}
          </Button>
        </Stack>
      </form>
    </Part>
  );
}
