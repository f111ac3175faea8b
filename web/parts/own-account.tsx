import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { viewed } from '../api/viewed.ts';
import { Empty } from './answer.tsx';
import { useSupport } from './support.ts';

/** Settings of the signed-in person's account. In a support session that is the operator’s, which stays closed. */
export function OwnAccount({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const support = useSupport();
  return support ? (
    <Empty>{t(viewed.get() ? 'profile.inView' : 'profile.inSupport', { by: support.by })}</Empty>
  ) : (
    children
  );
}
