import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './look/fonts.css';
import './look/look.css';
import './look/accounts.css';
import './look/frame.css';
import './look/contents.css';
import './look/rows.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { queryClient } from './api/client.ts';
import { useBrand } from './look/brand.ts';
import { printInLight } from './look/print.ts';
import { themeIn, variablesIn } from './look/theme.ts';
import { router } from './routes/router.ts';
import { languageFor, speak } from './texts/language.ts';
import { texts } from './texts/texts.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.nonce ?? '';
// Libraries that make style elements of their own look here for it.
Object.assign(globalThis, { __webpack_nonce__: nonce });

/** The pages in the colours of the brand, which change with the organization. */
function Branded() {
  const { colors } = useBrand();
  const look = useMemo(() => ({ theme: themeIn(colors), cssVariablesResolver: variablesIn(colors) }), [colors]);
  return (
    <MantineProvider {...look} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <Notifications />
      <RouterProvider router={router} />
    </MantineProvider>
  );
}

const Portal = () => (
  <StrictMode>
    <I18nextProvider i18n={texts}>
      <QueryClientProvider client={queryClient}>
        <Branded />
      </QueryClientProvider>
    </I18nextProvider>
  </StrictMode>
);

printInLight();

const place = document.getElementById('portal');
// Not awaited by the module: one that waits is built into more and larger files.
speak(languageFor()).then(() => place && createRoot(place).render(<Portal />));
