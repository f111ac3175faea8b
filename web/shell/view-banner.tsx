import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Viewed } from '../api/viewed.ts';
import { useViewing } from './viewing.ts';

/** Says on every page whose figures an operator looks at, and leads back. */
export function ViewBanner({ client }: { client: Viewed }) {
  const { t } = useTranslation();
  const { end } = useViewing();
  return (
    <Alert role="region" color="orange" aria-label={t('shell.view.label')} mb="md" className="no-print support">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Text fw={600}>{t('shell.view.who', { organization: client.name })}</Text>
          <Text size="sm">{t('shell.view.text')}</Text>
        </div>
        <Button variant="default" onClick={() => end(client)}>
          {t('shell.view.end')}
        </Button>
      </Group>
    </Alert>
  );
}
