import { Button, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../parts/dialog.tsx';
import { leaveQuestion, mayLeave } from '../parts/leaving.ts';
import { hasUnsent, keepUnsent } from '../parts/unsent.ts';
import { hasSession } from '../session.ts';

/** Asks before something typed is left that is not saved, or says that the session has ended meanwhile. */
export function LeaveQuestion() {
  const { t } = useTranslation();
  const answer = useSyncExternalStore(leaveQuestion.subscribe, leaveQuestion.get);
  useBlocker({
    async shouldBlockFn({ current, next }) {
      if (current.pathname === next.pathname) return false;
      const goes = await mayLeave();
      if (goes && !hasSession()) keepUnsent();
      return !goes;
    },
    enableBeforeUnload: () => hasUnsent(),
  });
  const words = hasSession() ? 'leaving' : 'ended';
  return (
    <Dialog opened={answer !== undefined} onClose={() => answer?.(false)} title={t(`shell.${words}.title`)}>
      <Stack>
        <Text>{t(`shell.${words}.text`)}</Text>
        <Button data-autofocus onClick={() => answer?.(false)}>
          {t('shell.leaving.stay')}
        </Button>
        <Button variant="default" onClick={() => answer?.(true)}>
          {t(`shell.${words}.go`)}
        </Button>
      </Stack>
    </Dialog>
  );
}
