import { useRouterState } from '@tanstack/react-router';

/**
 * The path of the page that is shown. Not of one that is on its way: after a sign-out, the frame would ask for the
 * person again before the sign-in page takes its place.
 */
export const usePath = () =>
  useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname });
