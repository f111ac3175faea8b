import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from './answer.tsx';
import { useSupport } from './support.ts';

/** Settings of the signed-in person's account. In a support session that is the operator’s, which stays closed. */
export function OwnAccount({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const support = useSupport();
  return support ? <Empty>{t('profile.inSupport', { by: support.by })}</Empty> : children;
}
