import { Button, Group, NativeSelect, PasswordInput, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Answer } from '../../../parts/answer.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { useEdit } from '../../../parts/edit.ts';
import { FormError } from '../../../parts/form-error.tsx';
import { Part } from '../../../parts/part.tsx';
import { Save } from '../../../parts/save.tsx';
import { useRoles } from '../members/roles.ts';
import { Copied } from './copied.tsx';
import { Domains } from './domains.tsx';

type SingleSignOn = inferRouterOutputs<AppRouter>['auth']['org']['sso']['data'];

/** The identity provider; its secret is sent, and never shown. */
function ProviderForm({ data }: { data: SingleSignOn }) {
  const { t } = useTranslation();
  const roles = useRoles();
  const { form, submit, sending, error, changed, saved } = useEdit(
    {
      issuer: data.issuer ?? '',
      clientId: data.clientId ?? '',
      clientSecret: '',
      domains: data.domains.map(({ domain }) => domain).join(', '),
      defaultRole: data.defaultRole,
    },
    api.auth.org.updateSso.mutationOptions(),
    ({ domains, ...values }) => ({ ...values, domains: domains.split(/[\s,;]+/).filter(Boolean) }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={560}>
        <FormError error={error} />
        <TextInput
          label={t('ssoPart.issuer')}
          description={t('ssoPart.issuerText')}
          type="url"
          {...form.getInputProps('issuer')}
        />
        <TextInput label={t('ssoPart.clientId')} autoComplete="off" {...form.getInputProps('clientId')} />
        <PasswordInput
          label={t('ssoPart.secret')}
          description={data.issuer ? t('ssoPart.secretKept') : undefined}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('fields.show') }}
          {...form.getInputProps('clientSecret')}
        />
        <TextInput
          label={t('ssoPart.domains')}
          description={t('ssoPart.domainsText')}
          autoComplete="off"
          {...form.getInputProps('domains')}
        />
        <NativeSelect label={t('ssoPart.role')} data={roles} {...form.getInputProps('defaultRole')} />
        <Save sending={sending} changed={changed} saved={saved} />
      </Stack>
    </form>
  );
}

/** Trying the provider, requiring it, and removing it. */
function Use({ data, email }: { data: SingleSignOn; email: string }) {
  const { t } = useTranslation();
  const update = useMutation({ ...api.auth.org.updateSso.mutationOptions(), meta: { shown: true } });
  const remove = useMutation({ ...api.auth.org.removeSso.mutationOptions(), meta: { shown: true } });
  const isVerified = data.domains.some(({ verified }) => verified);
  const query = new URLSearchParams({ email, next: '/settings/sign-in' });
  return (
    <Stack>
      <FormError error={update.error ?? remove.error} />
      <Text size="sm">{data.tried ? t('ssoPart.tried') : t('ssoPart.untried')}</Text>
      <Group>
        {isVerified && (
          <Button component="a" href={`/api/auth/sso?${query}`} variant="default">
            {t('ssoPart.try')}
          </Button>
        )}
        <ConfirmButton
          action={t('ssoPart.remove')}
          title={t('ssoPart.removeTitle')}
          text={t('ssoPart.removeText')}
          loading={remove.isPending}
          onConfirm={() => remove.mutate()}
        />
      </Group>
      <Switch
        label={t('ssoPart.enforce')}
        description={t('ssoPart.enforceText')}
        checked={data.enforce}
        disabled={update.isPending || (!data.enforce && !(data.tried && isVerified))}
        onChange={({ currentTarget }) => update.mutate({ enforce: currentTarget.checked })}
      />
    </Stack>
  );
}

/** Single sign-on of the organization, for its administrators. */
export function SingleSignOnPart({ email }: { email: string }) {
  const { t } = useTranslation();
  const sso = useQuery(api.auth.org.sso.queryOptions());
  return (
    <Part title={t('ssoPart.title')} text={t('ssoPart.text')}>
      <Answer of={sso} height={420}>
        {({ data }) => (
          <Stack>
            <Copied label={t('ssoPart.redirect')} text={data.redirectUri} />
            <ProviderForm data={data} />
            {data.issuer && (
              <>
                <Domains domains={data.domains} />
                <Use data={data} email={email} />
              </>
            )}
          </Stack>
        )}
      </Answer>
    </Part>
  );
}
