import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sentenceOf, waitOf } from '../api/errors.ts';

const MINUTE = 60;

/** An error message, announced when it appears. What came too often says how long to wait. */
export function FormError({ error }: { error: unknown }) {
  const { t } = useTranslation();
  if (!error) return null;
  const wait = waitOf(error);
  return (
    <Alert color="red" variant="light" role="alert" className="failure">
      {typeof error === 'string' ? error : (sentenceOf(error) ?? t('errors.offline'))}
      {wait !== undefined &&
        ` ${wait < MINUTE ? t('errors.waitSeconds', { count: wait }) : t('errors.waitMinutes', { count: Math.ceil(wait / MINUTE) })}`}
    </Alert>
  );
}
