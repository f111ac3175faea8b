import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useEffect } from 'react';
import { api, portal } from '../api/client.ts';
import { useChange } from '../parts/change.ts';
import { choose, type Language, languageFor, speak, tagOf } from '../texts/language.ts';

type Answer = inferRouterOutputs<AppRouter>['auth']['account']['profile'];

/** Chooses the language, which is kept in the profile. */
export function useLanguage() {
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

  return (language: Language) => {
    choose(language);
    update.mutate({ locale: tagOf(language) });
  };
}
