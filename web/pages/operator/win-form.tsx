import { Button, Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { FormError } from '../../parts/form-error.tsx';
import { useSend } from '../../parts/send.ts';

/** A prospect that has become a client: it leaves the list, so the page keeps the link of its invitation. */
export interface Won {
  name: string;
  email: string;
  url: string | undefined;
}

/** Makes a client of a prospect, and invites its administrator. */
export function WinForm({ id, name, onWon }: { id: string; name: string; onWon: (won: Won) => void }) {
  const { t } = useTranslation();
  const { form, submit, sending, error } = useSend({ adminEmail: '' }, api.operator.clients.win.mutationOptions(), {
    of: id,
    inputOf: ({ adminEmail }) => ({ id, adminEmail }),
    onAnswer({ invitation: { email, inviteUrl } }) {
      form.reset();
      onWon({ name, email, url: inviteUrl });
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <FormError error={error} />
      <Group align="flex-end">
        <TextInput
          label={t('prospects.adminEmail')}
          type="email"
          autoComplete="off"
          {...form.getInputProps('adminEmail')}
        />
        <Button type="submit" loading={sending} aria-label={t('prospects.winOf', { name })}>
          {t('prospects.win')}
        </Button>
      </Group>
    </form>
  );
}
