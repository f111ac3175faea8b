import { Badge, Group, List, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer } from '../../parts/answer.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { useFormat } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { Copied } from './sign-in/copied.tsx';

const CLIENTS = ['claude', 'chatgpt', 'others'] as const;

/** How people connect an assistant. */
function SetUp() {
  const { t } = useTranslation();
  return (
    <Part title={t('assistantsPage.setUp')}>
      <Stack gap="sm">
        <Text>{t('assistantsPage.address')}</Text>
        <Copied label={t('assistantsPage.addressName')} text={`${location.origin}/mcp`} />
        <List>
          {CLIENTS.map((client) => (
            <List.Item key={client}>{t(`assistantsPage.clients.${client}`)}</List.Item>
          ))}
        </List>
      </Stack>
    </Part>
  );
}

interface Grant {
  id: string;
  assistant: string;
  redirectHost: string;
  scopes: ('read' | 'write')[];
  lastUsedAt: string | null;
  /** By whom it was let in, or where. */
  of: string;
}

/** An assistant that somebody has let in. */
function GrantRow({ grant, onRemove }: { grant: Grant; onRemove: () => void }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { assistant: name, redirectHost, scopes, lastUsedAt, of } = grant;
  const used = lastUsedAt ? t('assistantsPage.used', { date: dateTime(lastUsedAt) }) : t('assistantsPage.unused');
  return (
    <div className="row row-split">
      <div>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {scopes.map((scope) => (
            <Badge key={scope}>{t(`assistantsPage.scopes.${scope}`)}</Badge>
          ))}
        </Group>
        <Text size="sm" c="dimmed">
          {[of, redirectHost, used].join(' · ')}
        </Text>
      </div>
      <ConfirmButton
        action={t('members.remove')}
        size="xs"
        label={t('assistantsPage.remove', { name })}
        title={t('assistantsPage.removeTitle')}
        text={t('assistantsPage.removeWarning', { name })}
        onConfirm={onRemove}
      />
    </div>
  );
}

function Grants({ grants, onRemove }: { grants: Grant[]; onRemove: (id: string) => void }) {
  const { t } = useTranslation();
  if (grants.length === 0) return <Text c="dimmed">{t('assistantsPage.none')}</Text>;
  return (
    <Stack>
      {grants.map((grant) => (
        <GrantRow key={grant.id} grant={grant} onRemove={() => onRemove(grant.id)} />
      ))}
    </Stack>
  );
}

function OwnGrants() {
  const { t } = useTranslation();
  const grants = useQuery(api.auth.account.grants.list.queryOptions({ limit: 100 }));
  const remove = useMutation(api.auth.account.grants.remove.mutationOptions());
  return (
    <Part title={t('assistantsPage.own')}>
      <Answer of={grants}>
        {({ data }) => (
          <Grants
            grants={data.map((grant) => ({ ...grant, of: grant.org.name }))}
            onRemove={(id) => remove.mutate({ id })}
          />
        )}
      </Answer>
    </Part>
  );
}

function MemberGrants() {
  const { t } = useTranslation();
  const grants = useQuery(api.auth.org.grants.list.queryOptions({ limit: 100 }));
  const remove = useMutation(api.auth.org.grants.remove.mutationOptions());
  return (
    <Part title={t('assistantsPage.ofMembers')}>
      <Answer of={grants}>
        {({ data }) => (
          <Grants
            grants={data.map((grant) => ({ ...grant, of: grant.member.name ?? grant.member.email }))}
            onRemove={(id) => remove.mutate({ id })}
          />
        )}
      </Answer>
    </Part>
  );
}

export function AssistantsPage() {
  const { t } = useTranslation();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  return (
    <Page title={t('pages.assistants')} lead={t('assistantsPage.lead')}>
      <SetUp />
      <OwnGrants />
      {profile?.data.role === 'admin' && <MemberGrants />}
    </Page>
  );
}
