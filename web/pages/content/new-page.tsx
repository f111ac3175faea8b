import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useSend } from '../../parts/send.ts';

const FORMATS = ['markdown', 'html'] as const;

/** The title of a new page; writing goes on in the editor. */
export function NewPage({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { form, submit, sending, error } = useSend(
    { title: '', contentFormat: 'markdown' },
    api.cms.pages.create.mutationOptions(),
    {
      isShown: opened,
      inputOf: ({ title, contentFormat }) => ({
        title,
        contentFormat: FORMATS.find((format) => format === contentFormat) ?? 'markdown',
      }),
      onAnswer: ({ data }) => navigate({ to: '/content/$id', params: { id: data.id }, ignoreBlocker: true }),
    },
  );
  return (
    <Dialog opened={opened} onClose={onClose} title={t('contentPage.fresh')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormError error={error} />
          <TextInput label={t('contentPage.title')} maxLength={300} data-autofocus {...form.getInputProps('title')} />
          <NativeSelect
            label={t('contentPage.format')}
            data={FORMATS.map((value) => ({ value, label: t(`contentPage.formats.${value}`) }))}
            {...form.getInputProps('contentFormat')}
          />
          <Button type="submit" loading={sending}>
            {t('contentPage.create')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
