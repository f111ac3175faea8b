import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useModules } from '../../parts/modules.ts';
import { useMayWrite } from '../../parts/support.ts';
import { useSignOut } from '../sign-out.ts';
import type { ChoiceGroup } from './choice.ts';

/** Frequent actions. */
export function useActions(): ChoiceGroup[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const mayWrite = useMayWrite();
  const has = useModules();
  const writing = [
    {
      key: 'new-page',
      module: 'content' as const,
      label: t('shell.actions.newPage'),
      run: () => navigate({ to: '/content', search: { view: 'new' } }),
    },
    {
      key: 'ask',
      module: 'insights' as const,
      label: t('shell.actions.ask'),
      run: () => navigate({ to: '/insights' }),
    },
  ];
  const looks = (['light', 'dark', 'auto'] as const).map((scheme) => ({
    key: scheme,
    label: t(`shell.${scheme}`),
    note: t('shell.appearance'),
    run: () => setColorScheme(scheme),
  }));
  const leave = { key: 'sign-out', label: t('accounts.signOut'), run: () => signOut.mutate() };
  return [
    {
      title: t('shell.actions.title'),
      choices: [...(mayWrite ? writing.filter(({ module }) => has(module)) : []), ...looks, leave],
    },
  ];
}
