import type { ReactNode } from 'react';
import { useMayWrite } from './support.ts';

/** Fields and buttons that change data: they are out of use in a support session that only reads. */
export function Changes({ children }: { children: ReactNode }) {
  const mayWrite = useMayWrite();
  return (
    <fieldset disabled={!mayWrite} className="plain-fields">
      {children}
    </fieldset>
  );
}
