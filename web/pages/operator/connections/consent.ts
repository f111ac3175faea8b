import { useMutation } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

/** Leads to Google, where the operator consents; with the id of a grant the consent renews that. */
export function useConsent() {
  const authorize = useMutation({
    ...api.operator.connections.google.authorize.mutationOptions(),
    meta: { shown: true },
    onSuccess: ({ url }) => location.assign(url),
  });
  return {
    isPending: authorize.isPending,
    error: authorize.error,
    start: (grantId?: string) =>
      authorize.mutate({
        kinds: ['google_analytics', 'search_console', 'business_profile'],
        ...(grantId && { grantId }),
      }),
  };
}
