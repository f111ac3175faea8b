import { Group, Stack, TextInput, Title } from '@mantine/core';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useSend } from '../../parts/send.ts';

/** A prospect that has become a client: it leaves the list, so the page keeps the link of its invitation. */
export interface Won {
  name: string;
  email: string;
  url: string | undefined;
}

/** Makes a client of a prospect, and invites its administrator. Whoever typed an address to send it the report can stop. */
export function WinForm({ id, name, onWon }: { id: string; name: string; onWon: (won: Won) => void }) {
  const { t } = useTranslation();
  const shown = useRef<HTMLFormElement>(null);
  const isConfirmed = useRef(false);
  const { form, submit, sending, error } = useSend({ adminEmail: '' }, api.operator.clients.win.mutationOptions(), {
    of: id,
    inputOf: ({ adminEmail }) => ({ id, adminEmail }),
    onAnswer({ invitation: { email, inviteUrl } }) {
      form.reset();
      onWon({ name, email, url: inviteUrl });
    },
  });
  const email = form.values.adminEmail.trim();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // Without an address there is nothing to ask: the portal says what is missing.
    if (isConfirmed.current || !email) submit(event);
    else {
      event.preventDefault();
      event.currentTarget.querySelector('button')?.click();
    }
    isConfirmed.current = false;
  };
  return (
    <Stack gap="xs">
      <Title order={3} size="h4">
        {t('prospects.winTitle')}
      </Title>
      <form ref={shown} onSubmit={onSubmit} noValidate>
        <FormError error={error} />
        <Group align="flex-end">
          <TextInput
            label={t('prospects.adminEmail')}
            type="email"
            autoComplete="off"
            {...form.getInputProps('adminEmail')}
          />
          <ConfirmButton
            action={t('prospects.win')}
            label={t('prospects.winOf', { name })}
            title={t('prospects.winAsk', { name, email })}
            text={t('prospects.winText', { email })}
            asks={email !== ''}
            destroys={false}
            loading={sending}
            onConfirm={() => {
              isConfirmed.current = true;
              shown.current?.requestSubmit();
            }}
          />
        </Group>
      </form>
    </Stack>
  );
}
