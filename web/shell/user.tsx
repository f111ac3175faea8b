import { lazy, Suspense, useState } from 'react';
import { loadWhenReachable } from '../api/code.ts';
import { UserButton } from './user-button.tsx';

const loadMenu = loadWhenReachable(() => import('./user-menu.tsx').then((module) => ({ default: module.UserMenu })));
const UserMenu = lazy(loadMenu);

/** Who is signed in, and their menu: its code is loaded when somebody goes for it, as most visits do without. */
export function User() {
  const [isWanted, setWanted] = useState(false);
  const load = () => void loadMenu().catch(() => undefined);
  if (!isWanted)
    return (
      <UserButton
        aria-haspopup="dialog"
        aria-expanded={false}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => setWanted(true)}
      />
    );
  return (
    <Suspense fallback={<UserButton aria-haspopup="dialog" aria-expanded={false} />}>
      <UserMenu />
    </Suspense>
  );
}
