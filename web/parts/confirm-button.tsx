import { Button, type ButtonProps, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';

interface Question extends Pick<ButtonProps, 'variant' | 'color' | 'size' | 'loading' | 'disabled'> {
  /** The label of the button, also in the dialog. */
  action: string;
  /** The accessible name, beginning with the action, where the label alone is ambiguous. */
  label?: string;
  /** The question. */
  title: string;
  /** The consequences. */
  text: string;
  /** Whether there is anything to ask; so unless told otherwise. */
  asks?: boolean;
  /** Whether something is lost, which the colour tells; so unless told otherwise. */
  destroys?: boolean;
  onConfirm: () => unknown;
}

/** A button for an action that cannot be undone, or that costs something: it asks first. */
export function ConfirmButton({
  action,
  label,
  title,
  text,
  asks = true,
  destroys = true,
  onConfirm,
  ...look
}: Question) {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure();
  const confirm = () => {
    close();
    onConfirm();
  };
  return (
    <>
      <Button variant="default" aria-label={label} onClick={asks ? open : onConfirm} {...look}>
        {action}
      </Button>
      <Dialog opened={opened} onClose={close} title={title}>
        <Stack>
          <Text size="sm" className="source">
            {text}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {t('cancel')}
            </Button>
            <Button color={destroys ? 'red.9' : 'teal'} onClick={confirm}>
              {action}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
