import { useEffect, useRef } from 'react';
import { queryClient } from '../../api/client.ts';

/** How often a run under way is looked at, in milliseconds. */
export const LOOK_AGAIN = 3000;

export const isUnderWay = ({ finishedAt }: { finishedAt: string | null }) => finishedAt === null;

/** Asks for all figures anew when a run that was under way has ended: it has changed them. */
export function useNewFigures(isOpen: boolean) {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) queryClient.invalidateQueries();
    wasOpen.current = isOpen;
  }, [isOpen]);
}
