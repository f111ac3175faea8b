import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { fieldErrors } from '../../../api/errors.ts';
import { FormError } from '../../../parts/form-error.tsx';
import { Part } from '../../../parts/part.tsx';
import { properName } from '../../../parts/proper-name.ts';
import { refusalOf } from './cause.ts';
import { ConsentButton, ServiceAccountField, type Way, WayToGoogle } from './google-access.tsx';
import { isGoogle, KINDS, type Kind } from './kinds.ts';

/** What the form begins with: that of a connection that is to be mended. */
export interface Start {
  kind: Kind;
  property: string;
  url: string;
  mends: boolean;
}

/** Connects a tool, or mends its connection. Credentials are not kept by the page, even while the session has ended. */
export function ConnectForm({ start, onMade }: { start: Start; onMade: () => unknown }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState(start.kind);
  const [way, setWay] = useState<Way>('consent');
  const [property, setProperty] = useState(start.property);
  const [url, setUrl] = useState(start.url);
  const [secret, setSecret] = useState('');
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (start.mends) first.current?.focus();
  }, [start]);
  const create = useMutation({
    ...api.connections.create.mutationOptions(),
    meta: { shown: true },
    onSuccess() {
      setSecret('');
      onMade();
    },
  });
  const connect = () =>
    create.mutate(
      isGoogle(kind) ? { kind, property, serviceAccount: secret } : { kind, url, siteId: property, apiKey: secret },
    );
  const complaints = fieldErrors(create.error);
  const consents = isGoogle(kind) && way === 'consent';
  return (
    <Part title={t('connections.fresh')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          connect();
        }}
      >
        <Stack align="flex-start">
          <FormError error={refusalOf(t, create.error)} />
          <NativeSelect
            ref={first}
            label={t('connections.kind')}
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}
            data={KINDS.map((value) => ({ value, label: properName(value) }))}
          />
          {isGoogle(kind) && <WayToGoogle way={way} onChange={setWay} />}
          {isGoogle(kind) && consents && <ConsentButton kind={kind} />}
          {!isGoogle(kind) && (
            <TextInput
              w="100%"
              type="url"
              label={t('connections.url')}
              placeholder="https://"
              error={complaints.url}
              value={url}
              onChange={({ currentTarget }) => setUrl(currentTarget.value)}
            />
          )}
          {!consents && (
            <>
              <TextInput
                w="100%"
                label={t(`connections.property.${kind}`)}
                error={complaints.property ?? complaints.siteId}
                value={property}
                onChange={({ currentTarget }) => setProperty(currentTarget.value)}
              />
              {isGoogle(kind) ? (
                <ServiceAccountField value={secret} onChange={setSecret} />
              ) : (
                <TextInput
                  w="100%"
                  autoComplete="off"
                  label={t('connections.apiKey')}
                  error={complaints.apiKey}
                  value={secret}
                  onChange={({ currentTarget }) => setSecret(currentTarget.value)}
                />
              )}
              <Button
                type="submit"
                loading={create.isPending}
                disabled={property.trim() === '' || secret.trim() === ''}
              >
                {t('connections.connect')}
              </Button>
            </>
          )}
        </Stack>
      </form>
    </Part>
  );
}
