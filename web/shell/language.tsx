import { ActionIcon, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../api/client.ts';
import { Icon } from '../look/icons.tsx';
import { useChange } from '../parts/change.ts';
import { choose, type Language as Known, LANGUAGES, languageFor, speak, tagOf } from '../texts/language.ts';

type Answer = inferRouterOutputs<AppRouter>['auth']['account']['profile'];

/** The choice of the language, which is kept in the profile. */
export function Language() {
  const { t, i18n } = useTranslation();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const update = useChange<{ locale: string }, Answer>({
    queryKey: api.auth.account.profile.queryKey(),
    send: (input) => portal.auth.account.updateProfile.mutate(input),
    edit: (answer, { locale }) => ({ ...answer, data: { ...answer.data, locale } }),
  });
  const locale = profile?.data.locale;

  // It may be chosen on the page of the profile as well.
  useEffect(() => {
    if (locale !== undefined) speak(languageFor(locale));
  }, [locale]);

  const take = (language: Known) => {
    choose(language);
    update.mutate({ locale: tagOf(language) });
  };

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('shell.language')}>
          <Icon name="language" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(LANGUAGES) as Known[]).map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            fw={language === i18n.language ? 600 : 400}
            aria-current={language === i18n.language || undefined}
            onClick={() => take(language)}
          >
            {LANGUAGES[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
