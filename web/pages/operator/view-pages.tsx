import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Viewed } from '../../api/viewed.ts';
import { Part } from '../../parts/part.tsx';
import { useViewing } from '../../shell/viewing.ts';

/** Leads to the pages of a client as its people see them, without a support session. */
export function ViewPages({ client: { id, name, timezone, modules } }: { client: Viewed }) {
  const { t } = useTranslation();
  const { begin } = useViewing();
  return (
    <Part title={t('operatorPage.view')} text={t('operatorPage.viewText')}>
      <Button variant="default" onClick={() => begin({ id, name, timezone, modules })}>
        {t('operatorPage.viewOpen')}
      </Button>
    </Part>
  );
}
