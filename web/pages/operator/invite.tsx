import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { CopyLink } from '../../parts/copy-link.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useFormat } from '../../parts/format.ts';
import { useSend } from '../../parts/send.ts';

type Invitation = inferRouterOutputs<AppRouter>['operator']['clients']['state']['data']['invitations'][number];

function Sent({ email, url }: { email: string; url: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Alert color="teal" role="status">
      {t('operatorPage.sent', { email })}
      <CopyLink url={url} />
    </Alert>
  );
}

/** An invitation that has not been accepted, of a member too, which the operator sends again. */
function OpenInvitation({ id, invitation, mayChange }: { id: string; invitation: Invitation; mayChange: boolean }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const send = useMutation({ ...api.operator.clients.invite.mutationOptions(), meta: { shown: true } });
  const { id: invitationId, email, role, unsent, expiresAt, canJoin } = invitation;
  const action = unsent ? t('operatorPage.send') : t('operatorPage.sendAgain');
  const expired = Date.parse(expiresAt) < Date.now();
  const until = expired ? t('operatorPage.expired') : t('operatorPage.expires', { date: date(expiresAt) });
  return (
    <div>
      <div className="row row-split">
        <div>
          <Text fw={600}>{email}</Text>
          <Text size="sm" c="dimmed">
            {t(`members.roles.${role}`)} · {unsent ? t('operatorPage.unsent') : until}
          </Text>
          {!canJoin && <Text size="sm">{t('members.shutOut')}</Text>}
        </div>
        {mayChange && (
          <Button
            size="xs"
            variant={unsent ? 'filled' : 'default'}
            loading={send.isPending}
            aria-label={t('operatorPage.actionOf', { action, email })}
            onClick={() => send.mutate({ id, invitationId })}
          >
            {action}
          </Button>
        )}
      </div>
      <FormError error={send.error} />
      {send.data && <Sent email={email} url={send.data.invitation.inviteUrl} />}
    </div>
  );
}

interface Contents {
  id: string;
  invitations: Invitation[];
  mayChange: boolean;
}

/** The invitations of a client, and a form for another administrator. */
export function Invite({ id, invitations, mayChange }: Contents) {
  const { t } = useTranslation();
  const { form, submit, sending, error, sent } = useSend(
    { adminEmail: '' },
    api.operator.clients.invite.mutationOptions(),
    {
      of: id,
      inputOf: ({ adminEmail }) => ({ id, adminEmail }),
      onAnswer() {
        form.reset();
      },
    },
  );
  return (
    <Stack>
      {invitations.length === 0 && <Text c="dimmed">{t('operatorPage.noInvitations')}</Text>}
      {invitations.map((invitation) => (
        <OpenInvitation key={invitation.id} id={id} invitation={invitation} mayChange={mayChange} />
      ))}
      {mayChange && (
        <form onSubmit={submit} noValidate>
          <FormError error={error} />
          {sent.data && <Sent email={sent.data.invitation.email} url={sent.data.invitation.inviteUrl} />}
          <Group align="flex-end" mt="sm">
            <TextInput
              label={t('operatorPage.invite')}
              type="email"
              autoComplete="off"
              {...form.getInputProps('adminEmail')}
            />
            <Button type="submit" variant="default" loading={sending}>
              {t('operatorPage.send')}
            </Button>
          </Group>
        </form>
      )}
    </Stack>
  );
}
