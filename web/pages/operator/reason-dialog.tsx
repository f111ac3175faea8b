import { Button, Stack, Text, TextInput } from '@mantine/core';
import type { UseMutationOptions } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../parts/dialog.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useSend } from '../../parts/send.ts';

interface Contents<Answer, Failure, Context> {
  title: string;
  text: string;
  action: string;
  /** Whom it is done to. */
  id: string;
  mutation: UseMutationOptions<Answer, Failure, { id: string; reason: string }, Context>;
  opened: boolean;
  onClose: () => void;
}

/** Asks why something is done, and does it. */
export function ReasonDialog<Answer, Failure, Context>(props: Contents<Answer, Failure, Context>) {
  const { title, text, action, id, mutation, opened, onClose } = props;
  const { t } = useTranslation();
  const { form, submit, sending, error } = useSend({ reason: '' }, mutation, {
    of: id,
    isShown: opened,
    inputOf: ({ reason }) => ({ id, reason }),
    onAnswer() {
      form.reset();
      onClose();
    },
  });
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">{text}</Text>
          <FormError error={error} />
          <TextInput
            label={t('operatorPage.reason')}
            maxLength={500}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <Button type="submit" loading={sending}>
            {action}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
