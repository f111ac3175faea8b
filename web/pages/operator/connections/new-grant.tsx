import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { fieldErrors } from '../../../api/errors.ts';
import { FormError } from '../../../parts/form-error.tsx';
import { Part } from '../../../parts/part.tsx';
import { useConsent } from './consent.ts';

/** Adds a credential, or replaces the key of a service account. The page does not keep it. */
export function NewGrant({ onMade }: { onMade: () => unknown }) {
  const { t } = useTranslation();
  const [key, setKey] = useState('');
  const consent = useConsent();
  const create = useMutation({
    ...api.operator.connections.create.mutationOptions(),
    meta: { shown: true },
    onSuccess() {
      setKey('');
      onMade();
    },
  });
  const complaint = fieldErrors(create.error).serviceAccount;
  return (
    <Part title={t('operatorConnections.fresh')} text={t('operatorConnections.freshText')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ serviceAccount: key });
        }}
      >
        <Stack align="flex-start">
          <FormError error={complaint ? undefined : create.error} />
          <FormError error={consent.error} />
          {create.data && <Text role="status">{t('operatorConnections.stored')}</Text>}
          <Textarea
            w="100%"
            rows={5}
            autoComplete="off"
            label={t('connections.serviceAccount')}
            description={t('operatorConnections.keyText')}
            value={key}
            error={complaint}
            onChange={({ currentTarget }) => setKey(currentTarget.value)}
          />
          <Group gap="sm">
            <Button type="submit" loading={create.isPending} disabled={key.trim() === ''}>
              {t('operatorConnections.store')}
            </Button>
            <Button variant="default" loading={consent.isPending} onClick={() => consent.start()}>
              {t('operatorConnections.consent')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Part>
  );
}
