import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { menuOf, settingsOf } from '../navigation.ts';
import { useOrganizations } from '../use-organizations.ts';
import type { ChoiceGroup } from './choice.ts';

/** The pages that the signed-in person may see, and their other organizations. */
export function usePlaces(): ChoiceGroup[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const { others, goTo } = useOrganizations();
  const entries = menuOf(profile?.data).flatMap((group) => group.entries);
  const settings = settingsOf(profile?.data).flatMap((group) => group.entries);
  const pages = [
    ...entries.map(({ name, pages: all }) => ({ note: all.length > 1 ? t(`pages.${name}`) : undefined, all })),
    ...settings.map(({ pages: all }) => ({ note: t('shell.settings'), all })),
  ].flatMap(({ note, all }) =>
    all.map(({ page, to }) => ({ key: to, label: t(`pages.${page}`), note, run: () => navigate({ to }) })),
  );
  const organizations = others.map(({ id, name }) => ({ key: id, label: name, run: () => goTo(id) }));
  return [
    { title: t('shell.pages'), choices: pages },
    { title: t('shell.switch'), choices: organizations },
  ];
}
