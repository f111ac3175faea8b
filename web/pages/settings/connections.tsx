import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, queryClient } from '../../api/client.ts';
import { Answer, Empty } from '../../parts/answer.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { PlanUse } from '../../parts/plan-use.tsx';
import { figuresIn } from '../../texts/en/figures-in.ts';
import { addTexts } from '../../texts/texts.ts';
import { isProblem } from './connections/cause.ts';
import { ChooseProperty } from './connections/choose-property.tsx';
import { ConnectForm, type Start } from './connections/connect-form.tsx';
import { ConnectionRow } from './connections/connection-row.tsx';
import { isGoogle } from './connections/kinds.ts';

addTexts(figuresIn);

const refresh = () => queryClient.invalidateQueries({ queryKey: api.connections.list.queryKey() });

/** Milliseconds after which a connection that reads is looked at again. */
const LOOK_AGAIN = 5000;

const FAILURES = ['session', 'state', 'access_denied'] as const;

/** Why Google gave no consent, if it gave none. */
function useFailure() {
  const { t } = useTranslation();
  const { failed } = useSearch({ from: '/inside/settings/connections' });
  if (!failed) return undefined;
  if (isProblem(failed)) return t(`connections.causes.${failed}`, { tool: 'Google' });
  return t(`connections.failed.${FAILURES.find((one) => one === failed) ?? 'refused'}`);
}

function Connections() {
  const { t } = useTranslation();
  const list = useQuery({
    ...api.connections.list.queryOptions(),
    refetchInterval: ({ state }) => state.data?.data.some(({ status }) => status === 'syncing') && LOOK_AGAIN,
  });
  const [start, setStart] = useState<Start>({ kind: 'google_analytics', property: '', url: '', mends: false });
  const [made, setMade] = useState(false);
  const navigate = useNavigate();
  const { grant, kinds = '' } = useSearch({ from: '/inside/settings/connections' });
  const [first, ...rest] = kinds.split(',').filter(isGoogle);
  const consented = (left: string[]) =>
    navigate({
      to: '/settings/connections',
      search: grant && left.length > 0 ? { grant, kinds: left.join(',') } : {},
      replace: true,
    });
  const onMade = () => {
    setMade(true);
    refresh();
  };
  return (
    <>
      <FormError error={useFailure()} />
      {made && <Text role="status">{t('connections.made')}</Text>}
      <Answer of={list}>
        {({ data }) => (
          <>
            {grant && first && (
              <ChooseProperty
                key={first}
                grantId={grant}
                kind={first}
                existing={data.find(({ kind }) => kind === first)}
                onMade={() => {
                  onMade();
                  consented(rest);
                }}
                onCancel={() => consented(rest)}
              />
            )}
            <Part title={t('connections.all')}>
              <Stack>
                <PlanUse of="connections" />
                {data.length === 0 && <Text c="dimmed">{t('connections.none')}</Text>}
                {data.map((connection) => (
                  <ConnectionRow key={connection.id} connection={connection} onMend={setStart} onChanged={refresh} />
                ))}
              </Stack>
            </Part>
          </>
        )}
      </Answer>
      <ConnectForm key={JSON.stringify(start)} start={start} onMade={onMade} />
    </>
  );
}

export function ConnectionsPage() {
  const { t } = useTranslation();
  const profile = useQuery(api.auth.account.profile.queryOptions());
  return (
    <Page title={t('pages.connections')} lead={t('connections.lead')}>
      <Answer of={profile}>
        {({ data }) => (data.role === 'admin' ? <Connections /> : <Empty>{t('connections.onlyAdmins')}</Empty>)}
      </Answer>
    </Page>
  );
}
