import { Group, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { type Role, useRoles } from './roles.ts';

/** The actions of an administrator on another member. */
export function MemberActions({ id, name, role }: { id: string; name: string; role: Role }) {
  const { t } = useTranslation();
  const roles = useRoles();
  const change = useMutation(api.auth.org.members.update.mutationOptions());
  const endSessions = useMutation(api.auth.org.members.endSessions.mutationOptions());
  const remove = useMutation(api.auth.org.members.remove.mutationOptions());
  return (
    <Group gap="xs">
      <NativeSelect
        aria-label={t('members.roleOf', { name })}
        value={role}
        data={roles}
        onChange={({ currentTarget }) => change.mutate({ id, role: currentTarget.value as Role })}
      />
      <ConfirmButton
        action={t('members.endSessions')}
        label={t('members.endSessionsOf', { name })}
        title={t('members.endSessionsTitle', { name })}
        text={t('members.endSessionsWarning')}
        loading={endSessions.isPending}
        onConfirm={() => endSessions.mutate({ id })}
      />
      <ConfirmButton
        action={t('members.remove')}
        label={t('members.removeOf', { name })}
        title={t('members.removeTitle', { name })}
        text={t('members.removeWarning')}
        loading={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
      />
    </Group>
  );
}
