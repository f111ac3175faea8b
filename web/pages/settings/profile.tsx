import { NativeSelect, Paper, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer } from '../../parts/answer.tsx';
import { useEdit } from '../../parts/edit.ts';
import { FormError } from '../../parts/form-error.tsx';
import { OwnAccount } from '../../parts/own-account.tsx';
import { Page } from '../../parts/page.tsx';
import { Save } from '../../parts/save.tsx';
import { orNull, withStored, zonesWith } from '../../parts/values.ts';
import { ChangeEmail } from './profile/change-email.tsx';
import { DeleteAccount } from './profile/delete-account.tsx';
import { LeaveOrganization } from './profile/leave.tsx';
import { OwnData } from './profile/own-data.tsx';

type Profile = inferRouterOutputs<AppRouter>['auth']['account']['profile']['data'];

const LOCALES = ['en-US', 'en-GB', 'de-DE', 'de-AT', 'de-CH', 'fr-FR', 'es-ES', 'it-IT', 'nl-NL', 'pt-BR'];

function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const { form, submit, sending, error, changed, saved } = useEdit(
    {
      name: profile.name ?? '',
      phone: profile.phone ?? '',
      jobTitle: profile.jobTitle ?? '',
      timezone: profile.timezone ?? '',
      locale: profile.locale ?? '',
    },
    api.auth.account.updateProfile.mutationOptions(),
    (values) => ({
      name: orNull(values.name),
      phone: orNull(values.phone),
      jobTitle: orNull(values.jobTitle),
      timezone: orNull(values.timezone),
      locale: orNull(values.locale),
    }),
  );
  const none = { value: '', label: t('profile.asBrowser') };
  const named = (locale: string) => new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
  return (
    <Paper component="form" onSubmit={submit} noValidate>
      <Stack maw={560}>
        <FormError error={error} />
        <TextInput label={t('fields.email')} value={profile.email} autoComplete="username" readOnly />
        <TextInput label={t('profile.name')} autoComplete="name" {...form.getInputProps('name')} />
        <TextInput
          label={t('profile.jobTitle')}
          autoComplete="organization-title"
          {...form.getInputProps('jobTitle')}
        />
        <TextInput label={t('profile.phone')} type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
        <NativeSelect
          label={t('profile.locale')}
          data={[none, ...withStored(LOCALES, profile.locale).map((value) => ({ value, label: named(value) }))]}
          {...form.getInputProps('locale')}
        />
        <NativeSelect
          label={t('profile.timezone')}
          data={[none, ...zonesWith(profile.timezone)]}
          {...form.getInputProps('timezone')}
        />
        <Save sending={sending} changed={changed} saved={saved} />
      </Stack>
    </Paper>
  );
}

export function ProfilePage() {
  const { t } = useTranslation();
  const profile = useQuery(api.auth.account.profile.queryOptions());
  return (
    <Page title={t('pages.profile')} lead={t('profile.lead')}>
      <Answer of={profile} height={480}>
        {({ data }) => (
          <OwnAccount>
            <ProfileForm key={data.id} profile={data} />
            <ChangeEmail />
            <OwnData />
            <LeaveOrganization organization={data.orgName} />
            <DeleteAccount />
          </OwnAccount>
        )}
      </Answer>
    </Page>
  );
}
