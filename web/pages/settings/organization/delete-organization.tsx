import { Alert, Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../../accounts/fields.tsx';
import { OwnUsername } from '../../../accounts/username.tsx';
import { api } from '../../../api/client.ts';
import { DeletionDialog } from '../../../parts/deletion-dialog.tsx';
import { Part } from '../../../parts/part.tsx';
import { useSend } from '../../../parts/send.ts';

/** Deletes the organization, after its name and the password were typed. */
export function DeleteOrganization({ name }: { name: string }) {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure();
  const { form, submit, sending, error, sent } = useSend(
    { name: '', password: '' },
    api.auth.org.remove.mutationOptions(),
    {
      inputOf: (values) => values,
      onAnswer() {
        form.reset();
        close();
      },
    },
  );
  return (
    <Part title={t('organizationPage.delete')} text={t('organizationPage.deleteText')}>
      {sent.isSuccess ? (
        <Alert color="orange" role="status">
          {t('organizationPage.deleted')}
        </Alert>
      ) : (
        <Button variant="default" aria-haspopup="dialog" onClick={open}>
          {t('organizationPage.delete')}
        </Button>
      )}
      <DeletionDialog
        opened={opened}
        onClose={close}
        title={t('organizationPage.deleteTitle', { name })}
        warning={t('organizationPage.deleteWarning')}
        action={t('organizationPage.delete')}
        onSubmit={submit}
        sending={sending}
        error={error}
      >
        <TextInput
          label={t('organizationPage.typeName', { name })}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <OwnUsername />
        <PasswordField {...form.getInputProps('password')} />
      </DeletionDialog>
    </Part>
  );
}
