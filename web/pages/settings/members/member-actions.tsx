import { Button, Group, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { type Role, useRoles } from './roles.ts';

/** The actions of an administrator on another member. */
export function MemberActions({ id, name, role }: { id: string; name: string; role: Role }) {
  const { t } = useTranslation();
  const roles = useRoles();
  const [chosen, choose] = useState(role);
  const change = useMutation(api.auth.org.members.update.mutationOptions());
  const endSessions = useMutation(api.auth.org.members.endSessions.mutationOptions());
  const remove = useMutation(api.auth.org.members.remove.mutationOptions());
  return (
    <Group gap="xs">
      <NativeSelect
        aria-label={t('members.roleOf', { name })}
        value={chosen}
        data={roles}
        onChange={({ currentTarget }) => choose(currentTarget.value as Role)}
      />
      {chosen !== role && (
        <Button
          aria-label={t('members.saveRoleOf', { name })}
          loading={change.isPending}
          onClick={() => change.mutate({ id, role: chosen }, { onError: () => choose(role) })}
        >
          {t('save')}
        </Button>
      )}
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
