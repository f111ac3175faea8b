import { store } from '../api/store.ts';
import { hasSession } from '../session.ts';
import { hasUnsent } from './unsent.ts';

/** Answers the question whether typed text may be left, while it is asked. */
export const leaveQuestion = store<((goes: boolean) => void) | undefined>(undefined);

/**
 * Whether the page may be left: asks where something typed is not saved. Once the session has ended what is typed is
 * kept, so that only pages with a long text ask, as it may be wanted elsewhere.
 */
export function mayLeave() {
  if (!hasUnsent({ stays: !hasSession() })) return true;
  leaveQuestion.get()?.(false);
  return new Promise<boolean>((answer) => {
    leaveQuestion.set((goes) => {
      leaveQuestion.set(undefined);
      answer(goes);
    });
  });
}
