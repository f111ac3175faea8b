import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '../api/errors.ts';

/** An error message, announced when it appears. */
export function FormError({ error }: { error: unknown }) {
  const { t } = useTranslation();
  if (!error) return null;
  return (
    <Alert color="red" variant="light" role="alert" className="failure">
      {typeof error === 'string' ? error : (sentenceOf(error) ?? t('errors.offline'))}
    </Alert>
  );
}
