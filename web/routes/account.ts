import { createRoute, redirect } from '@tanstack/react-router';
import { AccountFrame } from '../accounts/frame.tsx';
import { hasSession, isSignedIn, ownPath, requirePerson } from '../session.ts';
import { speakInside } from '../texts/language.ts';
import { page } from './page.ts';
import { root } from './root.ts';
import { withChange, withNext, withProof, withRequest, withSso, withToken } from './search.ts';

const account = createRoute({ getParentRoute: () => root, id: 'account', component: AccountFrame });

export const accountRoutes = account.addChildren([
  createRoute({
    getParentRoute: () => account,
    path: 'sign-in',
    validateSearch: withSso,
    // Who is signed in goes on.
    async beforeLoad({ search: { next } }) {
      if (await isSignedIn()) throw redirect({ href: ownPath(next), replace: true });
    },
    component: page(() => import('../accounts/sign-in.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: 'register',
    component: page(() => import('../accounts/register.tsx'), 'RegisterPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: 'forgot-password',
    component: page(() => import('../accounts/forgot-password.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: 'reset-password',
    validateSearch: withToken,
    component: page(() => import('../accounts/reset-password.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: 'verify-email',
    validateSearch: withChange,
    component: page(() => import('../accounts/verify-email.tsx'), 'VerifyEmailPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: 'accept-invitation',
    validateSearch: withProof,
    component: page(() => import('../accounts/accept-invitation.tsx'), 'AcceptInvitationPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: 'consent',
    validateSearch: withRequest,
    async beforeLoad({ location }) {
      await Promise.all([requirePerson(location), hasSession() ? speakInside() : undefined]);
    },
    component: page(() => import('../accounts/consent.tsx'), 'ConsentPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: 'email-code',
    validateSearch: withNext,
    component: page(() => import('../accounts/email-code.tsx'), 'EmailCodePage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: 'two-factor',
    validateSearch: withSso,
    component: page(() => import('../accounts/two-factor.tsx'), 'TwoFactorPage'),
  }),
]);
