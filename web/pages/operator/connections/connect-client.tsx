import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { inferRouterInputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { fieldErrors } from '../../../api/errors.ts';
import { FormError } from '../../../parts/form-error.tsx';
import { Part } from '../../../parts/part.tsx';
import { properName } from '../../../parts/proper-name.ts';
import { type Grant, useGrantName } from './grant.tsx';

type GoogleKind = inferRouterInputs<AppRouter>['operator']['connections']['google']['properties']['kind'];

// As a record, so that no kind can be missing.
const KINDS = Object.keys({
  google_analytics: true,
  search_console: true,
  business_profile: true,
} satisfies Record<GoogleKind, true>) as GoogleKind[];

interface Props {
  grants: Grant[];
  /** The grant that a consent has just given. */
  chosen: string | undefined;
  onMade: () => unknown;
}

/** Connects a property of a client with a credential of the operator. */
export function ConnectClient({ grants, chosen, onMade }: Props) {
  const { t } = useTranslation();
  const nameOf = useGrantName();
  const [grantId, setGrantId] = useState(chosen ?? grants[0]?.id ?? '');
  const [search, setSearch] = useState('');
  const [clientId, setClientId] = useState('');
  const [kind, setKind] = useState<GoogleKind>('google_analytics');
  const [property, setProperty] = useState('');
  const [sought] = useDebouncedValue(search.trim(), 300);
  const clients = useQuery(api.operator.clients.list.queryOptions({ search: sought, limit: 50 }));
  // Each look is a call of Google.
  const looks = { enabled: clientId !== '' && grantId !== '' };
  const properties = useQuery(api.operator.connections.google.properties.queryOptions({ id: grantId, kind }, looks));
  const create = useMutation({
    ...api.operator.connections.create.mutationOptions(),
    meta: { shown: true },
    onSuccess() {
      setProperty('');
      onMade();
    },
  });
  const complaint = fieldErrors(create.error)['connections.0.property'];
  return (
    <Part title={t('operatorConnections.connect')} text={t('operatorConnections.connectText')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ grantId, connections: [{ clientId, kind, property }] });
        }}
      >
        <Stack maw={640}>
          <FormError error={complaint ? undefined : create.error} />
          <FormError error={properties.error} />
          {create.data && <Text role="status">{t('connections.made')}</Text>}
          <NativeSelect
            label={t('operatorConnections.credential')}
            value={grantId}
            onChange={({ currentTarget }) => setGrantId(currentTarget.value)}
            data={grants.map((grant) => ({ value: grant.id, label: nameOf(grant) }))}
          />
          <TextInput
            type="search"
            maxLength={120}
            label={t('operatorConnections.searchClient')}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          <NativeSelect
            label={t('pages.client')}
            value={clientId}
            onChange={({ currentTarget }) => setClientId(currentTarget.value)}
            data={[
              { value: '', label: t('operatorConnections.choose') },
              ...(clients.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <NativeSelect
            label={t('connections.kind')}
            value={kind}
            onChange={({ currentTarget }) => {
              setKind(currentTarget.value as GoogleKind);
              setProperty('');
            }}
            data={KINDS.map((value) => ({ value, label: String(properName(value)) }))}
          />
          <NativeSelect
            label={t('operatorConnections.property')}
            value={property}
            error={complaint}
            onChange={({ currentTarget }) => setProperty(currentTarget.value)}
            data={[
              { value: '', label: t('operatorConnections.choose') },
              ...(properties.data?.data ?? []).map((found) => ({
                value: found.property,
                label:
                  found.label === found.property
                    ? found.label
                    : `${found.label} (${found.property.replace('properties/', '')})`,
              })),
            ]}
          />
          <Button type="submit" loading={create.isPending} disabled={!clientId || !property}>
            {t('connections.connect')}
          </Button>
        </Stack>
      </form>
    </Part>
  );
}
