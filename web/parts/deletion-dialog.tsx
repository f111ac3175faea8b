import { Button, Group, Stack, Text } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';
import { FormError } from './form-error.tsx';

interface Contents {
  opened: boolean;
  onClose: () => void;
  title: string;
  warning: string;
  /** The label of the button that deletes. */
  action: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  sending: boolean;
  error: unknown;
  /** The fields: a name, a password, or both. */
  children: ReactNode;
}

/** A dialog that asks for a name or a password before it deletes something for good. */
export function DeletionDialog(props: Contents) {
  const { opened, onClose, title, warning, action, onSubmit, sending, error, children } = props;
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <FormError error={error} />
          <Text size="sm">{warning}</Text>
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" color="red.9" loading={sending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
