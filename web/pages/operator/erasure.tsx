import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { DeletionDialog } from '../../parts/deletion-dialog.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useFormat } from '../../parts/format.ts';
import { Part } from '../../parts/part.tsx';
import { useSend } from '../../parts/send.ts';

interface Erased {
  id: string;
  name: string;
  status: 'active' | 'suspended' | 'erasing' | 'prospect';
  eraseAt: string | null;
}

/** Erases a client after its name was typed, and keeps one that is to be erased. */
export function Erasure({ client: { id, name, status, eraseAt } }: { client: Erased }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const [opened, { open, close }] = useDisclosure();
  const keep = useMutation({ ...api.operator.clients.keep.mutationOptions(), meta: { shown: true } });
  const { form, submit, sending, error } = useSend({ name: '' }, api.operator.clients.erase.mutationOptions(), {
    inputOf: (values) => ({ id, ...values }),
    onAnswer() {
      form.reset();
      close();
    },
  });
  const isErasing = status === 'erasing';
  return (
    <Part title={t('operatorPage.erasure')} text={t('operatorPage.erasureText')}>
      <Stack align="flex-start">
        <FormError error={keep.error} />
        {eraseAt && (
          <Alert color="orange" role="status">
            {t('operatorPage.eraseAt', { name, date: dateTime(eraseAt) })}
          </Alert>
        )}
        {isErasing ? (
          <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate({ id })}>
            {t('operatorPage.keep')}
          </Button>
        ) : (
          <Button variant="default" aria-haspopup="dialog" onClick={open}>
            {t('operatorPage.erase')}
          </Button>
        )}
      </Stack>
      <DeletionDialog
        opened={opened}
        onClose={close}
        title={t('operatorPage.eraseTitle', { name })}
        warning={t('operatorPage.eraseWarning')}
        action={t('operatorPage.erase')}
        onSubmit={submit}
        sending={sending}
        error={error}
      >
        <TextInput
          label={t('operatorPage.typeName', { name })}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
      </DeletionDialog>
    </Part>
  );
}
