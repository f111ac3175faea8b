import { Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadWhenReachable } from '../api/code.ts';
import { Icon } from '../look/icons.tsx';

const Palette = lazy(
  loadWhenReachable(() => import('./palette/palette.tsx').then((module) => ({ default: module.Palette }))),
);

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the command palette: by the button, or by Ctrl+K or ⌘K wherever the focus is. */
export function Search({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  // Its code is loaded when it is opened for the first time.
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  const open = () => {
    onOpen();
    setState('open');
  };
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <Button
        variant="default"
        fullWidth
        mb="sm"
        justify="space-between"
        leftSection={<Icon name="aiSearch" />}
        rightSection={
          <Kbd size="xs" aria-hidden>
            {IS_APPLE ? '⌘ K' : 'Ctrl K'}
          </Kbd>
        }
        aria-haspopup="dialog"
        aria-keyshortcuts={IS_APPLE ? 'Meta+K' : 'Control+K'}
        onClick={open}
      >
        {t('shell.search')}
      </Button>
      {state !== 'unused' && (
        <Suspense fallback={null}>
          <Palette opened={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
