import { Alert, Button, Group, Text } from '@mantine/core';
import { onlineManager, useMutation, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { isWaiting } from '../api/reach.ts';
import { Busy } from './busy.tsx';

function subscribe(changed: () => void) {
  const ends = [onlineManager.subscribe(changed), isWaiting.subscribe(changed)];
  return () => {
    for (const end of ends) end();
  };
}

/** Notices on every page: no connection, a busy portal, an unconfirmed address, two-factor sign-in required. */
export function Notices() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribe, () => onlineManager.isOnline() && !isWaiting.get());
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const resend = useMutation(api.auth.resendVerification.mutationOptions());
  const lacksFactor = profile?.data.twoFactorRequired === true;
  // In a support session it would be the operator's address.
  const unverified = profile && !profile.data.support && !profile.data.emailVerified;
  // Somebody else may have made the account: only this browser with the mailbox shows who it belongs to.
  const byLink = profile && !profile.data.support && profile.data.verifiedByLink;

  return (
    <div className="no-print">
      {online ? (
        <Busy />
      ) : (
        <Alert color="yellow" role="status" mb="md">
          {t('errors.offline')}
        </Alert>
      )}
      {lacksFactor && (
        <Alert color="yellow" role="status" mb="md" variant="light">
          {t('shell.twoFactor', { organization: profile?.data.orgName })}
        </Alert>
      )}
      {(unverified || byLink) && (
        <Alert color="yellow" role="status" mb="md" variant="light">
          <Group justify="space-between">
            <Text size="sm">{t(byLink ? 'shell.verifiedByLink' : 'shell.verify', { email: profile.data.email })}</Text>
            {resend.isSuccess ? (
              <Text size="sm">{t('shell.resent')}</Text>
            ) : (
              <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate({})}>
                {t('shell.resend')}
              </Button>
            )}
          </Group>
        </Alert>
      )}
    </div>
  );
}
