import { Alert, Button, Checkbox, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { inferRouterInputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { FormError } from '../../../parts/form-error.tsx';
import { Part } from '../../../parts/part.tsx';
import { useSend } from '../../../parts/send.ts';

type NewWebhook = inferRouterInputs<AppRouter>['webhooks']['create'];
type EventType = NewWebhook['events'][number];
type Format = NonNullable<NewWebhook['format']>;

// As a record, so that no event can be missing.
const EVENTS = Object.keys({
  'scan.completed': true,
  'score.dropped': true,
  'question.answered': true,
  'goal.completed': true,
  'goal.overdue': true,
  'action_item.updated': true,
  'suggestion.created': true,
  'page.review_requested': true,
  'page.published': true,
  'member.joined': true,
  'member.removed': true,
  'subscription.updated': true,
  'invoice.payment_failed': true,
  'alert.fired': true,
  'alert.resolved': true,
  'export.ready': true,
  'connection.failed': true,
  'connection.restored': true,
} satisfies Record<EventType, true>) as EventType[];

// As a record, so that no format can be missing.
const FORMATS = Object.keys({ standard: true, slack: true, teams: true, discord: true } satisfies Record<
  Format,
  true
>) as Format[];

/** A secret, which is shown once. */
export function Secret({ secret }: { secret: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Alert color="teal" role="status">
      {t('webhooksPage.made')}
      <div className="secret">{secret}</div>
    </Alert>
  );
}

/** A new webhook. */
export function WebhookForm() {
  const { t } = useTranslation();
  const { form, submit, sending, error, sent } = useSend(
    {
      url: '',
      format: 'standard' as Format,
      description: '',
      events: ['scan.completed', 'page.published'] as string[],
    },
    api.webhooks.create.mutationOptions(),
    {
      inputOf: ({ url, format, description, events }) => ({
        url,
        format,
        events: events as EventType[],
        ...(description.trim() && { description }),
      }),
      onAnswer() {
        form.reset();
      },
    },
  );
  return (
    <Part title={t('webhooksPage.fresh')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormError error={error} />
          {sent.data?.data.format === 'standard' && <Secret secret={sent.data.data.secret} />}
          <TextInput label={t('webhooksPage.url')} type="url" {...form.getInputProps('url')} />
          <NativeSelect
            label={t('webhooksPage.format')}
            data={FORMATS.map((value) => ({ value, label: t(`webhooksPage.formats.${value}`) }))}
            {...form.getInputProps('format')}
          />
          <TextInput label={t('webhooksPage.description')} maxLength={300} {...form.getInputProps('description')} />
          <Checkbox.Group label={t('webhooksPage.events')} {...form.getInputProps('events')}>
            <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} mt="xs" spacing="xs">
              {EVENTS.map((event) => (
                <Checkbox key={event} value={event} label={event} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
          <div>
            <Button type="submit" loading={sending}>
              {t('webhooksPage.create')}
            </Button>
          </div>
        </Stack>
      </form>
    </Part>
  );
}
