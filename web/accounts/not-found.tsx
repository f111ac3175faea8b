import { NotFound } from '../parts/outcomes.tsx';
import { AccountFrame } from './frame.tsx';

/** The page for an unknown address, for people who are not signed in. */
export function NotFoundPage() {
  return (
    <AccountFrame>
      <NotFound />
    </AccountFrame>
  );
}
