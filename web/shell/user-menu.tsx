import { Popover, useMantineColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { Icon } from '../look/icons.tsx';
import { LANGUAGES, type Language } from '../texts/language.ts';
import { settingsOf } from './navigation.ts';
import { useSignOut } from './sign-out.ts';
import { useLanguage } from './use-language.ts';
import { UserButton } from './user-button.tsx';

interface Choices {
  title: string;
  choices: { key: string; label: string; lang?: string; isChosen: boolean; take: () => void }[];
}

/** One of a few, such as a language, with the chosen one marked. */
function Choice({ title, choices }: Choices) {
  return (
    <fieldset className="plain-fields user-part">
      <legend>{title}</legend>
      {choices.map(({ key, label, lang, isChosen, take }) => (
        <button key={key} type="button" lang={lang} className="nav-link" aria-pressed={isChosen} onClick={take}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}

/**
 * Who is signed in, their own pages, the language, light or dark, and the way out. It is loaded to be opened, in place of
 * the button that was chosen.
 */
export function UserMenu() {
  const { t, i18n } = useTranslation();
  const [wanted, setOpened] = useState(true);
  const button = useRef<HTMLButtonElement>(null);
  // Opened after its button has the focus, so that it gives it back to that.
  const isThere = useMounted();
  useEffect(() => button.current?.focus(), []);
  const opened = wanted && isThere;
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const takeLanguage = useLanguage();
  const signOut = useSignOut();
  const close = () => setOpened(false);
  const [own] = settingsOf(profile?.data);
  const pages = own?.entries.filter(({ name }) => name === 'profile' || name === 'security') ?? [];
  const after = (take: () => void) => () => {
    take();
    close();
  };
  const languages = (Object.keys(LANGUAGES) as Language[]).map((language) => ({
    key: language,
    label: LANGUAGES[language],
    lang: language,
    isChosen: language === i18n.language,
    take: after(() => takeLanguage(language)),
  }));
  const looks = (['light', 'dark', 'auto'] as const).map((scheme) => ({
    key: scheme,
    label: t(`shell.${scheme}`),
    isChosen: scheme === colorScheme,
    take: after(() => setColorScheme(scheme)),
  }));

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={250}
      withinPortal={false}
      trapFocus
      returnFocus
      zIndex={200}
    >
      <Popover.Target>
        <UserButton ref={button} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('shell.account')} p="xs">
        <p className="who">
          {profile?.data.name && <strong>{profile.data.name}</strong>}
          <span>{profile?.data.email}</span>
        </p>
        <div className="user-part">
          {pages.map(({ name, icon, first }) => (
            <Link key={first.to} to={first.to} className="nav-link" onClick={close}>
              <Icon name={icon} />
              {t(`pages.${name}`)}
            </Link>
          ))}
        </div>
        <Choice title={t('shell.language')} choices={languages} />
        <Choice title={t('shell.appearance')} choices={looks} />
        <div className="user-part">
          <button type="button" className="nav-link" onClick={after(() => signOut.mutate())}>
            <Icon name="signOut" />
            {t('accounts.signOut')}
          </button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
