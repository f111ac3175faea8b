import { Button, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { FormError } from '../../../parts/form-error.tsx';
import type { GoogleKind } from './kinds.ts';

export type Way = 'consent' | 'account';

const WAYS: Way[] = ['consent', 'account'];

/** Chooses between a consent at Google and a service account. */
export function WayToGoogle({ way, onChange }: { way: Way; onChange: (way: Way) => void }) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      aria-label={t('connections.access')}
      value={way}
      onChange={(value) => onChange(WAYS.find((one) => one === value) ?? 'consent')}
      data={WAYS.map((value) => ({ value, label: t(`connections.ways.${value}`) }))}
    />
  );
}

/** Leads to Google, which leads back to this page. */
export function ConsentButton({ kind }: { kind: GoogleKind }) {
  const { t } = useTranslation();
  const authorize = useMutation({
    ...api.connections.google.authorize.mutationOptions(),
    meta: { shown: true },
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <Stack align="flex-start">
      <FormError error={authorize.error} />
      <Text size="sm" c="dimmed">
        {t('connections.consentText')}
      </Text>
      <Button loading={authorize.isPending || authorize.isSuccess} onClick={() => authorize.mutate({ kinds: [kind] })}>
        {t('connections.consent')}
      </Button>
    </Stack>
  );
}

/** The key of a service account, as the text of Google's file. */
export function ServiceAccountField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  return (
    <Textarea
      w="100%"
      rows={5}
      autoComplete="off"
      label={t('connections.serviceAccount')}
      description={t('connections.serviceAccountText')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
