import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Contents {
  sending: boolean;
  /** Whether there is anything to save. */
  changed: boolean;
  saved: boolean;
  /** Further buttons. */
  children?: ReactNode;
}

/** The save button of a form, and the status message after it. */
export function Save({ sending, changed, saved, children }: Contents) {
  const { t } = useTranslation();
  return (
    <Group>
      <Button type="submit" loading={sending} disabled={!changed}>
        {t('save')}
      </Button>
      {children}
      {saved && <Text role="status">{t('saved')}</Text>}
    </Group>
  );
}
