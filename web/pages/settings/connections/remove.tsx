import { Button, Group, Radio, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FormError } from '../../../parts/form-error.tsx';

const CHOICES = ['keep', 'delete'] as const;

/** Removes a connection, after a question what becomes of its figures. */
export function RemoveConnection({ id, tool, onGone }: { id: string; tool: string; onGone: () => unknown }) {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure();
  const [data, setData] = useState<(typeof CHOICES)[number]>('keep');
  const remove = useMutation({
    ...api.connections.remove.mutationOptions(),
    meta: { shown: true },
    onSuccess: onGone,
  });
  return (
    <>
      <Button variant="default" aria-label={t('connections.removeOf', { tool })} onClick={open}>
        {t('connections.remove')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('connections.removeTitle', { tool })}>
        <Stack>
          <FormError error={remove.error} />
          <Radio.Group
            label={t('connections.removeText')}
            value={data}
            onChange={(value) => setData(CHOICES.find((choice) => choice === value) ?? 'keep')}
          >
            <Stack gap="xs" mt="sm">
              {CHOICES.map((choice) => (
                <Radio key={choice} value={choice} label={t(`connections.removeData.${choice}`)} />
              ))}
            </Stack>
          </Radio.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {t('cancel')}
            </Button>
            <Button color="red.9" loading={remove.isPending} onClick={() => remove.mutate({ id, data })}>
              {t('connections.remove')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
