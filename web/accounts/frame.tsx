import { Outlet } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { applyBrand, useBrandName, useLogo } from '../look/brand.ts';
import { choose, LANGUAGES, type Language, prepareInside } from '../texts/language.ts';

interface Contents {
  /** Default: the page of the address. */
  children?: ReactNode;
}

/** The frame of the pages for people who are not signed in. */
export function AccountFrame({ children = <Outlet /> }: Contents) {
  const { t, i18n } = useTranslation();
  const [brand, logo] = [useBrandName(), useLogo(32)];
  // Not where a session ends: pages still on the screen would request data without a session.
  useLayoutEffect(() => applyBrand(), []);
  // Preloads the pages after sign-in while the form is filled in. If that fails, they are loaded on navigation.
  useEffect(() => void import('../shell/shell.tsx').catch(() => undefined), []);
  const typing = useRef(false);
  const preload = () => {
    if (typing.current) return;
    typing.current = true;
    void Promise.all([prepareInside(), import('../pages/overview.tsx')]).catch(() => undefined);
  };
  const others = (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== i18n.language);
  return (
    <div className="account">
      <header className="account-brand">
        <div className="brand">
          <img {...logo} alt="" />
          {brand}
        </div>
        <p className="claim">{t('claim')}</p>
        <div className="account-foot">
          <small>{new Date().getFullYear()}</small>
          {others.map((language) => (
            <button key={language} type="button" lang={language} onClick={() => choose(language)}>
              {LANGUAGES[language]}
            </button>
          ))}
        </div>
      </header>
      <div className="account-form" onInput={preload}>
        <main>{children}</main>
      </div>
    </div>
  );
}
