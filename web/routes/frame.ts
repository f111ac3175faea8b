import { createRoute, notFound } from '@tanstack/react-router';
import { hasSession, isSignedIn, requirePerson } from '../session.ts';
import { isOpen } from '../shell/navigation.ts';
import { speakInside } from '../texts/language.ts';
import { page } from './page.ts';
import { root } from './root.ts';

/** The route of addresses without a page. */
const UNKNOWN = '/inside/$';

/** The frame of the pages of signed-in people. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  async beforeLoad({ location, matches }) {
    // Whoever is not signed in is told so without being asked to.
    if (matches.some(({ routeId }) => routeId === UNKNOWN) && !(await isSignedIn())) throw notFound();
    const [person] = await Promise.all([requirePerson(location), hasSession() ? speakInside() : undefined]);
    // The frame says so itself: navigation and the banner of a support session stay.
    return { person, isHidden: !isOpen(location.pathname, person.modules) };
  },
  component: page(() => import('../shell/shell.tsx'), 'Shell'),
});
