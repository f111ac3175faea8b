import { Badge, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { useFormat } from '../../../parts/format.ts';
import { AlertForm } from './alert-form.tsx';
import { Firings } from './firings.tsx';
import { type Alert, useSentence } from './use-sentence.ts';

/** Where an alert is told, and when it is quiet. */
function Facts({ channels, quietHours, firingSince }: Alert) {
  const { t } = useTranslation();
  const { dateTime, hour } = useFormat();
  return (
    <>
      <Text size="sm" c="dimmed">
        {channels.map((channel) => t(`alertsPage.channels.${channel}`)).join(' · ')}
        {quietHours && ` · ${t('alertsPage.quietFromTo', { from: hour(quietHours.from), to: hour(quietHours.to) })}`}
      </Text>
      {firingSince && (
        <Badge color="orange" className="tag" mt={6}>
          {t('alertsPage.firingSince', { date: dateTime(firingSince) })}
        </Badge>
      )}
    </>
  );
}

/** An alert and its actions. */
export function AlertRow({ alert, isAdmin }: { alert: Alert; isAdmin: boolean }) {
  const { t } = useTranslation();
  const { id } = alert;
  const name = useSentence()(alert);
  const [opened, { toggle }] = useDisclosure();
  const [edited, edit] = useDisclosure();
  const save = useMutation(api.alerts.update.mutationOptions({ meta: { optimistic: true } }));
  const remove = useMutation(api.alerts.remove.mutationOptions());
  const muted = save.isPending ? (save.variables.muted ?? alert.muted) : alert.muted;
  return (
    <Stack className="row" gap="sm">
      <div className="row-split">
        <div>
          <Text fw={600}>{name}</Text>
          <Facts {...alert} />
        </div>
        {isAdmin && (
          <Switch
            label={t('alertsPage.muted')}
            aria-label={t('alertsPage.mutedOf', { name })}
            checked={muted}
            onChange={({ currentTarget }) => save.mutate({ id, muted: currentTarget.checked })}
          />
        )}
      </div>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          aria-expanded={opened}
          aria-label={t('alertsPage.firingsOf', { name })}
          onClick={toggle}
        >
          {t('alertsPage.firings')}
        </Button>
        {isAdmin && (
          <>
            <Button size="xs" variant="default" aria-label={t('alertsPage.editOf', { name })} onClick={edit.open}>
              {t('edit')}
            </Button>
            <ConfirmButton
              action={t('remove')}
              label={t('alertsPage.removeOf', { name })}
              title={t('alertsPage.removeTitle')}
              text={t('alertsPage.removeText', { name })}
              size="xs"
              variant="subtle"
              color="gray"
              loading={remove.isPending}
              onConfirm={() => remove.mutate({ id })}
            />
            {edited && <AlertForm alert={alert} opened={edited} onClose={edit.close} />}
          </>
        )}
      </Group>
      {opened && <Firings id={id} caption={t('alertsPage.firingsOf', { name })} />}
    </Stack>
  );
}
