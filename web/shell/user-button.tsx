import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';

/** The first letters of the first and the last word of a name. */
function initialsOf(name: string) {
  const words = name.split(/[\s@._-]+/u).filter(Boolean);
  return [...new Set([words[0], words.length > 1 ? words.at(-1) : undefined])]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

/** Shows who is signed in. It is there before the menu that it opens. */
export function UserButton(props: ComponentPropsWithRef<'button'>) {
  const { t } = useTranslation();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const name = profile?.data.name ?? profile?.data.email ?? '';
  return (
    <UnstyledButton {...props} className="user" aria-label={`${t('shell.account')}: ${name}`}>
      {/* No text of its own, which would have to be part of its name. */}
      <span className="initials" data-initials={initialsOf(name)} />
    </UnstyledButton>
  );
}
