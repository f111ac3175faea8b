import { Button, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { portal } from '../../api/client.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useSend } from '../../parts/send.ts';
import type { Prompt } from './prompts.tsx';

const tagsIn = (typed: string) => [
  ...new Set(
    typed
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

interface Contents {
  /** The question to change; a new one without. */
  prompt?: Prompt;
  opened: boolean;
  onClose: () => void;
}

/** A question with its tags. */
export function PromptForm({ prompt, opened, onClose }: Contents) {
  const { t } = useTranslation();
  const save = async (input: { text: string; tags: string[] }) => {
    if (prompt) await portal.visibility.measurement.prompts.update.mutate({ id: prompt.id, ...input });
    else await portal.visibility.measurement.prompts.create.mutate(input);
  };
  const { form, submit, sending, error } = useSend(
    { text: prompt?.text ?? '', tags: prompt?.tags.join(', ') ?? '' },
    { mutationFn: save },
    {
      of: prompt?.id,
      edits: prompt !== undefined,
      inputOf: ({ text, tags }) => ({ text, tags: tagsIn(tags) }),
      onAnswer() {
        form.reset();
        onClose();
      },
    },
  );
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={prompt ? t('measuring.editOf', { text: prompt.text }) : t('measuring.add')}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormError error={error} />
          <TextInput
            label={t('measuring.text')}
            description={prompt && t('measuring.textText')}
            maxLength={300}
            data-autofocus
            {...form.getInputProps('text')}
          />
          <TextInput
            label={t('measuring.tags')}
            description={t('measuring.tagsText')}
            maxLength={220}
            {...form.getInputProps('tags')}
          />
          <Button
            type="submit"
            loading={sending}
            disabled={form.values.text.trim() === '' || (prompt !== undefined && !form.isDirty())}
          >
            {t('save')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
