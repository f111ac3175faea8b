import { Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Contents {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/** A dialog. The header of the library would be a second banner of the page. */
export function Dialog({ opened, onClose, title, children }: Contents) {
  const { t } = useTranslation();
  return (
    <Modal.Root opened={opened} onClose={onClose}>
      <Modal.Overlay />
      <Modal.Content>
        <Group justify="space-between" wrap="nowrap" p="md">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('cancel')} />
        </Group>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
