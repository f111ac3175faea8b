import { Badge, Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer } from '../../parts/answer.tsx';
import { useEdit } from '../../parts/edit.ts';
import { FormError } from '../../parts/form-error.tsx';
import { useFormat } from '../../parts/format.ts';
import { IndustryField } from '../../parts/industry-field.tsx';
import { NumberField, useNumbers } from '../../parts/number-field.tsx';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { Save } from '../../parts/save.tsx';
import { useFormDialog } from '../../parts/unsent.ts';
import { orNull, zonesWith } from '../../parts/values.ts';
import { Branding } from './branding.tsx';
import { ClientExports } from './client-exports.tsx';
import { Erasure } from './erasure.tsx';
import { ClientGrants } from './grants.tsx';
import { ClientModules } from './modules.tsx';
import { NewClient } from './new-client.tsx';
import { OperatorsOnly } from './operators-only.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { Setup } from './setup.tsx';
import { StartSupport } from './start-support.tsx';
import { ClientStatePart } from './state.tsx';
import { ViewPages } from './view-pages.tsx';

type Client = inferRouterOutputs<AppRouter>['operator']['clients']['get']['data'];

const TEXTS = ['website', 'address', 'phone'] as const;

/** As they are typed: commas between them. */
const tagsIn = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

function RecordForm({ client, mayChange }: { client: Client; mayChange: boolean }) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const { form, submit, sending, error, changed, saved } = useEdit(
    {
      name: client.name,
      timezone: client.timezone,
      vertical: client.vertical ?? '',
      tags: client.tags.join(', '),
      website: client.website ?? '',
      address: client.address ?? '',
      phone: client.phone ?? '',
      notes: client.notes ?? '',
      monthlyTokenBudget: numbers.shown(client.monthlyTokenBudget),
    },
    api.operator.clients.update.mutationOptions(),
    ({ name, timezone, monthlyTokenBudget, tags, ...texts }) => ({
      id: client.id,
      name,
      timezone,
      vertical: orNull(texts.vertical),
      tags: tagsIn(tags),
      website: orNull(texts.website),
      address: orNull(texts.address),
      phone: orNull(texts.phone),
      notes: orNull(texts.notes),
      monthlyTokenBudget: monthlyTokenBudget.trim() === '' ? null : numbers.valueOf(monthlyTokenBudget),
    }),
    ({ monthlyTokenBudget }) => ({
      monthlyTokenBudget: numbers.complaintOf(monthlyTokenBudget, { whole: true, optional: true, least: 0 }),
    }),
  );
  return (
    <Part title={t('operatorPage.record')}>
      <form onSubmit={submit} noValidate>
        <fieldset disabled={!mayChange} className="plain-fields">
          <Stack maw={640}>
            <FormError error={error} />
            <TextInput label={t('operatorPage.name')} {...form.getInputProps('name')} />
            <IndustryField readOnly={!mayChange} {...form.getInputProps('vertical')} />
            {TEXTS.map((field) => (
              <TextInput key={field} label={t(`operatorPage.${field}`)} {...form.getInputProps(field)} />
            ))}
            <NativeSelect
              label={t('operatorPage.timezone')}
              data={zonesWith(client.timezone)}
              {...form.getInputProps('timezone')}
            />
            <NumberField label={t('operatorPage.budget')} {...form.getInputProps('monthlyTokenBudget')} />
            <TextInput label={t('operatorPage.tags')} {...form.getInputProps('tags')} />
            <Textarea
              label={t('operatorPage.notes')}
              autosize
              minRows={3}
              maxLength={10_000}
              {...form.getInputProps('notes')}
            />
            {mayChange && <Save sending={sending} changed={changed} saved={saved} />}
          </Stack>
        </fieldset>
      </form>
    </Part>
  );
}

function Status({ client, mayChange }: { client: Client; mayChange: boolean }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const { opened: suspending, open, close } = useFormDialog('suspend');
  const resume = useMutation(api.operator.clients.resume.mutationOptions());
  const { id, name, status } = client;
  return (
    <Group>
      <Badge color={status === 'active' ? 'teal' : 'orange'} className="tag">
        {t(`operatorPage.states.${status}`)}
      </Badge>
      <Text size="sm" c="dimmed">
        {client.prospectUntil
          ? t('operatorPage.prospectUntil', { date: date(client.prospectUntil) })
          : t('operatorPage.created', { date: date(client.createdAt) })}
      </Text>
      {mayChange && status === 'active' && (
        <Button variant="default" aria-haspopup="dialog" onClick={open}>
          {t('operatorPage.suspend')}
        </Button>
      )}
      {mayChange && status === 'suspended' && (
        <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate({ id })}>
          {t('operatorPage.resume')}
        </Button>
      )}
      <ReasonDialog
        title={t('operatorPage.suspendTitle', { name })}
        text={t('operatorPage.suspendText')}
        action={t('operatorPage.suspend')}
        id={id}
        mutation={api.operator.clients.suspend.mutationOptions()}
        opened={suspending}
        onClose={close}
      />
    </Group>
  );
}

function ClientRecord({ mayChange }: { mayChange: boolean }) {
  const { id } = useParams({ from: '/inside/operator/clients/$id' });
  const { step } = useSearch({ from: '/inside/operator/clients/$id' });
  const client = useQuery(api.operator.clients.get.queryOptions({ id }));
  return (
    <Answer of={client} height={640}>
      {({ data }) =>
        step && mayChange ? (
          <Setup client={data} step={step} />
        ) : (
          <>
            <Status client={data} mayChange={mayChange} />
            <ClientStatePart client={data} mayChange={mayChange && data.status !== 'prospect'} />
            <ViewPages client={data} />
            <RecordForm key={data.id} client={data} mayChange={mayChange} />
            <ClientModules key={`modules ${data.id}`} client={data} mayChange={mayChange} />
            <ClientGrants key={`grants ${data.id}`} client={data} mayChange={mayChange} />
            <Branding id={id} mayChange={mayChange} />
            {(data.status === 'active' || data.status === 'prospect') && (
              <StartSupport id={id} name={data.name} mayWrite={mayChange} />
            )}
            <ClientExports id={id} mayChange={mayChange} />
            {mayChange && <Erasure client={data} />}
          </>
        )
      }
    </Answer>
  );
}

export function ClientPage() {
  const { t } = useTranslation();
  const { id } = useParams({ from: '/inside/operator/clients/$id' });
  // Asked for below, of those who may.
  const { data: client } = useQuery({ ...api.operator.clients.get.queryOptions({ id }), enabled: false });
  const isNew = id === 'new';
  return (
    <Page title={isNew ? t('operatorPage.fresh') : (client?.data.name ?? t('pages.client'))}>
      <OperatorsOnly>
        {(mayChange) => (isNew ? <NewClient mayChange={mayChange} /> : <ClientRecord mayChange={mayChange} />)}
      </OperatorsOnly>
    </Page>
  );
}
