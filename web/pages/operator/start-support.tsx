import { Button, Checkbox, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { portal } from '../../api/client.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { Part } from '../../parts/part.tsx';
import { useSend } from '../../parts/send.ts';
import { useFormDialog } from '../../parts/unsent.ts';
import { useNewSession } from '../../shell/new-session.ts';

const MINUTES = [15, 30, 60];

interface Contents {
  id: string;
  name: string;
  mayWrite: boolean;
  /** The page that it begins with. */
  to?: '/' | '/measurement' | '/settings/connections';
}

/** Starts a session that sees the client as a member does. Only operators may ask for one that changes something. */
export function StartSupport({ id, name, mayWrite, to = '/' }: Contents) {
  const { t } = useTranslation();
  const begin = useNewSession();
  const { opened, open, close } = useFormDialog(id);
  const { form, submit, sending, error } = useSend(
    { reason: '', minutes: '30', write: false },
    {
      // Within the call: after it, all queries on the screen would be repeated in the new session.
      async mutationFn(input: { id: string; reason: string; minutes: number; write: boolean }) {
        await portal.operator.clients.supportSession.mutate(input);
        await begin(to);
      },
    },
    {
      of: id,
      isShown: opened,
      inputOf: ({ reason, minutes, write }) => ({ id, reason, minutes: Number(minutes), write }),
      onAnswer: () => undefined,
    },
  );
  return (
    <Part title={t('operatorPage.support')} text={t('operatorPage.supportText')}>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('operatorPage.supportStart')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('operatorPage.supportTitle', { name })}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <FormError error={error} />
            <Textarea
              label={t('operatorPage.reason')}
              description={t('operatorPage.supportReason')}
              maxLength={500}
              autosize
              minRows={2}
              data-autofocus
              {...form.getInputProps('reason')}
            />
            <NativeSelect
              label={t('operatorPage.minutes')}
              data={MINUTES.map((value) => ({ value: String(value), label: t('operatorPage.inMinutes', { value }) }))}
              {...form.getInputProps('minutes')}
            />
            {mayWrite ? (
              <Checkbox
                label={t('operatorPage.supportWrite')}
                description={t('operatorPage.supportWriteText')}
                {...form.getInputProps('write', { type: 'checkbox' })}
              />
            ) : (
              <Text size="sm">{t('operatorPage.supportReads')}</Text>
            )}
            <Button type="submit" loading={sending}>
              {t('operatorPage.supportStart')}
            </Button>
          </Stack>
        </form>
      </Dialog>
    </Part>
  );
}
