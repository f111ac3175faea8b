import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { FormError } from '../parts/form-error.tsx';

/** Milliseconds after the last key. */
const TYPED = 300;

/** The domain of an address that is complete. */
export const domainOf = (email: string) => /^[^\s@]+@([^\s@]+\.[^\s@]{2,})$/.exec(email.trim())?.[1]?.toLowerCase();

/** Whether people of an address’s domain sign in by single sign-on. The portal is asked for the domain alone. */
export function useSsoOffer(email: string) {
  const domain = domainOf(email);
  const [asked] = useDebouncedValue(domain, TYPED);
  const { data } = useQuery({
    ...api.auth.sso.offer.queryOptions({ domain: asked ?? '' }),
    enabled: asked !== undefined,
    retry: false,
  });
  return domain !== undefined && domain === asked && data?.data.sso === true;
}

/** Leads to the identity provider, which leads back to the portal. */
export const startSso = (email: string, next: string | undefined) =>
  location.assign(`/api/auth/sso?${new URLSearchParams({ email: email.trim(), ...(next && { next }) })}`);

/** What single sign-on may come to, besides a session. */
const REASONS = [
  'unknown',
  'expired',
  'refused',
  'provider',
  'unverified',
  'domain',
  'account',
  'other_subject',
  'removed',
  'suspended',
  'full',
  'locked',
  'method',
] as const;

/** Why single sign-on led back to the sign-in page. */
export function SsoFailure({ reason }: { reason: string | undefined }) {
  const { t } = useTranslation();
  const known = REASONS.find((one) => one === reason);
  return <FormError error={known && t(`accounts.sso.reasons.${known}`)} />;
}
