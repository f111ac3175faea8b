import { Alert, Badge, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer } from '../../parts/answer.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CopyLink } from '../../parts/copy-link.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useFormat } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { Page, SPACE } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { PlanUse } from '../../parts/plan-use.tsx';
import { useSend } from '../../parts/send.ts';
import { MemberActions } from './members/member-actions.tsx';
import { type Role, useRoles } from './members/roles.ts';

function InviteForm() {
  const { t } = useTranslation();
  const roles = useRoles();
  const { form, submit, sending, error, sent } = useSend(
    { email: '', role: 'member' },
    api.auth.org.invitations.create.mutationOptions(),
    {
      inputOf: ({ email, role }) => ({ email, role: role as Role }),
      onAnswer() {
        form.reset();
      },
    },
  );
  return (
    <Part title={t('members.invite')} text={t('members.rolesText')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormError error={error} />
          {sent.data && (
            <Alert color="teal" role="status">
              {t('members.invited', { email: sent.data.invitation.email })}
              <CopyLink url={sent.data.invitation.inviteUrl} />
            </Alert>
          )}
          <Group align="flex-end">
            <TextInput label={t('fields.email')} type="email" autoComplete="off" {...form.getInputProps('email')} />
            <NativeSelect label={t('members.role')} data={roles} {...form.getInputProps('role')} />
            <Button type="submit" loading={sending}>
              {t('members.invite')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Part>
  );
}

function Invitations() {
  const { t } = useTranslation();
  const { date } = useFormat();
  const invitations = useQuery(api.auth.org.invitations.list.queryOptions({ limit: 500 }));
  const withdraw = useMutation(api.auth.org.invitations.remove.mutationOptions());
  return (
    <Part title={t('members.pending')}>
      <Answer of={invitations} height={80}>
        {({ data }) => (
          <Stack>
            {data.length === 0 && <Text c="dimmed">{t('members.noPending')}</Text>}
            {data.map(({ id, email, role, expiresAt, canJoin }) => (
              <div key={id} className="row row-split">
                <div>
                  <Text fw={600}>{email}</Text>
                  <Text size="sm" c="dimmed">
                    {t(`members.roles.${role}`)} · {t('members.expires', { date: date(expiresAt) })}
                  </Text>
                  {!canJoin && <Text size="sm">{t('members.shutOut')}</Text>}
                </div>
                <ConfirmButton
                  action={t('members.withdraw')}
                  size="xs"
                  label={t('members.withdrawOf', { email })}
                  title={t('members.withdrawTitle')}
                  text={t('members.withdrawWarning', { email })}
                  onConfirm={() => withdraw.mutate({ id })}
                />
              </div>
            ))}
          </Stack>
        )}
      </Answer>
    </Part>
  );
}

export function MembersPage() {
  const { t } = useTranslation();
  const { date } = useFormat();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const isAdmin = profile?.data.role === 'admin';
  const members = useList(
    api.auth.org.members.list.queryKey({}),
    (page, how) => portal.auth.org.members.list.query({ ...page, limit: 50 }, how),
    ({ data }) => data,
  );

  return (
    <Page title={t('pages.members')} lead={profile ? t('members.lead', { organization: profile.data.orgName }) : SPACE}>
      <Answer of={{ ...members, data: members.rows }} height={320}>
        {(rows) => (
          <Part title={t('pages.members')}>
            <Stack>
              <PlanUse of="members" />
              {rows.map(({ id, userId, name, email, role, joinedAt }) => (
                <div key={id} className="row row-split">
                  <div>
                    <Text fw={600}>{name ?? email}</Text>
                    <Text size="sm" c="dimmed">
                      {email} · {t('members.joined', { date: date(joinedAt) })}
                    </Text>
                  </div>
                  {isAdmin && userId !== profile?.data.id ? (
                    <MemberActions id={id} name={name ?? email} role={role} />
                  ) : (
                    <Badge color="gray">{t(`members.roles.${role}`)}</Badge>
                  )}
                </div>
              ))}
              <More of={members} />
            </Stack>
          </Part>
        )}
      </Answer>
      {isAdmin && <InviteForm />}
      {isAdmin && <Invitations />}
    </Page>
  );
}
