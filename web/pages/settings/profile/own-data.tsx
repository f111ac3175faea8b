import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Part } from '../../../parts/part.tsx';

/** All that is known of the account, to take along. */
export function OwnData() {
  const { t } = useTranslation();
  return (
    <Part title={t('profile.data')} text={t('profile.dataText')}>
      <Button component="a" href="/api/auth/account/export" download variant="default">
        {t('profile.download')}
      </Button>
    </Part>
  );
}
