import { NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer } from '../../parts/answer.tsx';
import { useEdit } from '../../parts/edit.ts';
import { FormError } from '../../parts/form-error.tsx';
import { IndustryField } from '../../parts/industry-field.tsx';
import { Page } from '../../parts/page.tsx';
import { properName } from '../../parts/proper-name.ts';
import { Save } from '../../parts/save.tsx';
import { orNull, withStored, zonesWith } from '../../parts/values.ts';
import { DeleteOrganization } from './organization/delete-organization.tsx';
import { OrganizationExports } from './organization/exports.tsx';
import { QuestionText } from './organization/question-text.tsx';
import { RequireTwoFactor } from './organization/require-two-factor.tsx';

type Organization = inferRouterOutputs<AppRouter>['auth']['org']['get']['data'];

function RecordForm({ record, editable }: { record: Organization; editable: boolean }) {
  const { t } = useTranslation();
  const { data: traffic } = useQuery(api.visibility.websiteAnalytics.queryOptions({}));
  const sources = traffic?.data.connectedSources.map(({ source }) => source) ?? [];
  const { form, submit, sending, error, changed, saved } = useEdit(
    {
      name: record.name,
      website: record.website ?? '',
      vertical: record.vertical ?? '',
      address: record.address ?? '',
      phone: record.phone ?? '',
      timezone: record.timezone,
      primaryAnalyticsSource: record.primaryAnalyticsSource ?? '',
    },
    api.auth.org.update.mutationOptions(),
    ({ name, timezone, website, vertical, address, phone, primaryAnalyticsSource }) => ({
      name,
      timezone,
      website: orNull(website),
      vertical: orNull(vertical),
      address: orNull(address),
      phone: orNull(phone),
      primaryAnalyticsSource: primaryAnalyticsSource || null,
    }),
  );
  const readOnly = !editable;
  return (
    <Paper component="form" onSubmit={submit} noValidate>
      <Stack maw={560}>
        <FormError error={error} />
        {readOnly && <Text c="dimmed">{t('organizationPage.onlyAdmins')}</Text>}
        <TextInput
          label={t('fields.organization')}
          autoComplete="organization"
          readOnly={readOnly}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('organizationPage.website')}
          type="url"
          autoComplete="url"
          readOnly={readOnly}
          {...form.getInputProps('website')}
        />
        <IndustryField readOnly={readOnly} {...form.getInputProps('vertical')} />
        <TextInput
          label={t('organizationPage.address')}
          autoComplete="street-address"
          readOnly={readOnly}
          {...form.getInputProps('address')}
        />
        <TextInput
          label={t('organizationPage.phone')}
          type="tel"
          autoComplete="tel"
          readOnly={readOnly}
          {...form.getInputProps('phone')}
        />
        <NativeSelect
          label={t('organizationPage.timezone')}
          disabled={readOnly}
          data={zonesWith(record.timezone)}
          {...form.getInputProps('timezone')}
        />
        <NativeSelect
          label={t('organizationPage.primarySource')}
          description={t('organizationPage.primarySourceText')}
          disabled={readOnly}
          data={[
            { value: '', label: t('organizationPage.primaryByDays') },
            ...withStored(sources, record.primaryAnalyticsSource ?? '')
              .filter(Boolean)
              .map((value) => ({ value, label: properName(value) })),
          ]}
          {...form.getInputProps('primaryAnalyticsSource')}
        />
        {editable && <Save sending={sending} changed={changed} saved={saved} />}
      </Stack>
    </Paper>
  );
}

export function OrganizationPage() {
  const { t } = useTranslation();
  const record = useQuery(api.auth.org.get.queryOptions());
  const profile = useQuery(api.auth.account.profile.queryOptions());
  const isAdmin = profile.data?.data.role === 'admin';
  return (
    <Page title={t('pages.organization')} lead={t('organizationPage.lead')}>
      <Answer of={record} height={420}>
        {({ data }) => (
          <>
            <RecordForm key={data.id} record={data} editable={isAdmin} />
            {isAdmin && (
              <>
                <RequireTwoFactor
                  required={data.requireTwoFactor}
                  hasOwn={profile.data?.data.twoFactorEnabled === true}
                />
                <QuestionText value={data.questionText} />
                <OrganizationExports />
                <DeleteOrganization name={data.name} />
              </>
            )}
          </>
        )}
      </Answer>
    </Page>
  );
}
