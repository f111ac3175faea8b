import { Badge, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { useFormat } from '../../../parts/format.ts';
import { tell } from '../../../parts/tell.ts';
import { Deliveries } from './deliveries.tsx';
import { Secret } from './webhook-form.tsx';

type Webhook = inferRouterOutputs<AppRouter>['webhooks']['list']['data'][number];

/** The state of a webhook: failing, turned off, or with a rotated secret. */
function Notes({ failingSince, turnedOffAt, secretBeforeUntil }: Webhook) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const failing = turnedOffAt
    ? t('webhooksPage.turnedOff', { date: dateTime(turnedOffAt) })
    : failingSince && t('webhooksPage.failing', { date: dateTime(failingSince) });
  return (
    <>
      {failing && (
        <Text size="sm" c="var(--mantine-color-error)">
          {failing}
        </Text>
      )}
      {secretBeforeUntil && (
        <Text size="sm" c="dimmed">
          {t('webhooksPage.rotated', { date: dateTime(secretBeforeUntil) })}
        </Text>
      )}
    </>
  );
}

/** A webhook and its actions. */
export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const { id, url, format, events, description } = webhook;
  const [opened, { toggle, open }] = useDisclosure();
  const save = useMutation(api.webhooks.update.mutationOptions({ meta: { optimistic: true } }));
  const remove = useMutation(api.webhooks.remove.mutationOptions());
  const rotate = useMutation(api.webhooks.rotate.mutationOptions());
  const test = useMutation({
    ...api.webhooks.test.mutationOptions(),
    onSuccess() {
      tell({ message: t('webhooksPage.tested') });
      open();
    },
  });
  // Shown before the portal has answered; a refusal leaves the old state, with a message.
  const enabled = save.isPending ? (save.variables.enabled ?? webhook.enabled) : webhook.enabled;
  return (
    <Stack className="row" gap="sm">
      <div className="row-split">
        <div>
          <Text fw={600} className="source">
            {url}
          </Text>
          {format !== 'standard' && <Text size="sm">{t(`webhooksPage.formats.${format}`)}</Text>}
          {description && <Text size="sm">{description}</Text>}
          <Notes {...webhook} />
          <Group gap={6} mt={6}>
            {events.map((event) => (
              <Badge key={event} color="gray">
                {event}
              </Badge>
            ))}
          </Group>
        </div>
        <Switch
          label={t('webhooksPage.active')}
          aria-label={t('webhooksPage.activeOf', { url })}
          checked={enabled}
          onChange={({ currentTarget }) => save.mutate({ id, enabled: currentTarget.checked })}
        />
      </div>
      {rotate.data && <Secret secret={rotate.data.data.secret} />}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          disabled={!enabled}
          loading={test.isPending}
          aria-label={t('webhooksPage.testOf', { url })}
          onClick={() => test.mutate({ id })}
        >
          {t('webhooksPage.test')}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-expanded={opened}
          aria-label={t('webhooksPage.deliveriesOf', { url })}
          onClick={toggle}
        >
          {t('webhooksPage.deliveries')}
        </Button>
        <ConfirmButton
          action={t('webhooksPage.rotate')}
          label={t('webhooksPage.rotateOf', { url })}
          title={t('webhooksPage.rotateTitle')}
          text={t('webhooksPage.rotateText')}
          size="xs"
          loading={rotate.isPending}
          onConfirm={() => rotate.mutate({ id })}
        />
        <ConfirmButton
          action={t('remove')}
          label={t('webhooksPage.removeOf', { url })}
          title={t('webhooksPage.removeTitle')}
          text={t('webhooksPage.removeText', { url })}
          size="xs"
          variant="subtle"
          color="gray"
          loading={remove.isPending}
          onConfirm={() => remove.mutate({ id })}
        />
      </Group>
      {opened && <Deliveries id={id} url={url} enabled={enabled} />}
    </Stack>
  );
}
