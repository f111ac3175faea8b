import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { useTranslation } from 'react-i18next';
import { FormError } from '../parts/form-error.tsx';
import { mayHavePasskeys, signInWithPasskey } from './passkeys.ts';
import { useGoOn } from './use-sign-in.ts';

/** Signs in with a passkey, where this browser can have one. */
export function PasskeyButton({ next }: { next: string | undefined }) {
  const { t } = useTranslation();
  const onSuccess = useGoOn(next);
  const sent = useMutation({ mutationFn: signInWithPasskey, onSuccess, meta: { shown: true } });
  if (!mayHavePasskeys()) return null;
  const error = sent.error instanceof TRPCClientError ? sent.error : sent.error && t('accounts.passkey.failed');
  return (
    <Stack mt="sm">
      <FormError error={error} />
      <Button variant="default" size="md" fullWidth loading={sent.isPending} onClick={() => sent.mutate()}>
        {t('accounts.passkey.signIn')}
      </Button>
    </Stack>
  );
}
