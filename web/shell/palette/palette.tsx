import { Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Choices } from './choices.tsx';

/** The command palette: leads to every page, searches, and runs frequent actions. */
export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  // Opened after it is there, so that it notes where the focus was and gives it back.
  const isThere = useMounted();
  return (
    <Modal.Root opened={opened && isThere} onClose={onClose} size="lg" yOffset="8vh">
      <Modal.Overlay />
      <Modal.Content aria-label={t('shell.search')}>
        <Modal.Body p="sm">
          <Choices onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
