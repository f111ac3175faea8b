import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../../accounts/fields.tsx';
import { OwnUsername } from '../../../accounts/username.tsx';
import { portal } from '../../../api/client.ts';
import { DeletionDialog } from '../../../parts/deletion-dialog.tsx';
import { Part } from '../../../parts/part.tsx';
import { useSend } from '../../../parts/send.ts';
import { signedOut } from '../../../session.ts';

/** Deletes the account, after its password was typed. */
export function DeleteAccount() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [opened, { open, close }] = useDisclosure();
  // Within the call: after it, all queries on the screen would be repeated.
  const mutationFn = async (input: { password: string }) => {
    await portal.auth.account.remove.mutate(input);
    signedOut();
    await navigate({ to: '/sign-in' });
  };
  const { form, submit, sending, error } = useSend(
    { password: '' },
    { mutationFn },
    { inputOf: (values) => values, onAnswer: () => undefined },
  );
  return (
    <Part title={t('profile.delete')} text={t('profile.deleteText')}>
      <Button variant="default" onClick={open}>
        {t('profile.delete')}
      </Button>
      <DeletionDialog
        opened={opened}
        onClose={close}
        title={t('profile.deleteTitle')}
        warning={t('profile.deleteWarning')}
        action={t('profile.delete')}
        onSubmit={submit}
        sending={sending}
        error={error}
      >
        <OwnUsername />
        <PasswordField {...form.getInputProps('password')} data-autofocus />
      </DeletionDialog>
    </Part>
  );
}
