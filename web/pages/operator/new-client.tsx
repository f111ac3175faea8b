import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useSend } from '../../parts/send.ts';

/** A new client, whose first administrator is invited. */
export function NewClient({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { form, submit, sending, error, sent } = useSend(
    { name: '', adminEmail: '', vertical: '' },
    api.operator.clients.create.mutationOptions(),
    {
      isShown: opened,
      inputOf: ({ name, adminEmail, vertical }) => ({ name, adminEmail, ...(vertical.trim() && { vertical }) }),
      onAnswer() {
        form.reset();
      },
    },
  );
  return (
    <Dialog opened={opened} onClose={onClose} title={t('operatorPage.fresh')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormError error={error} />
          {sent.data && (
            <Alert color="teal" role="status">
              {t('operatorPage.made', { name: sent.data.data.name, email: sent.data.invitation.email })}
              <div className="secret">{sent.data.invitation.inviteUrl}</div>
            </Alert>
          )}
          <TextInput label={t('operatorPage.name')} data-autofocus {...form.getInputProps('name')} />
          <TextInput
            label={t('operatorPage.adminEmail')}
            type="email"
            autoComplete="off"
            {...form.getInputProps('adminEmail')}
          />
          <TextInput label={t('operatorPage.vertical')} {...form.getInputProps('vertical')} />
          <Button type="submit" loading={sending}>
            {t('operatorPage.create')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
