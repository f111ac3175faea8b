import { Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, portal, queryClient } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer, Empty } from '../../parts/answer.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { figuresIn } from '../../texts/en/figures-in.ts';
import { addTexts } from '../../texts/texts.ts';
import { ConnectClient } from './connections/connect-client.tsx';
import { GrantPart } from './connections/grant.tsx';
import { NewGrant } from './connections/new-grant.tsx';
import { OperatorsOnly } from './operators-only.tsx';

addTexts(figuresIn);

const refresh = () => queryClient.invalidateQueries({ queryKey: api.operator.connections.list.queryKey() });

function Grants({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation();
  const { grant: chosen } = useSearch({ from: '/inside/operator/connections' });
  const list = useList(
    api.operator.connections.list.queryKey({}),
    (page, how) => portal.operator.connections.list.query({ limit: 20, ...page }, how),
    ({ data }) => data,
  );
  return (
    <Answer of={{ ...list, data: list.rows }}>
      {(grants) => (
        <Stack>
          {grants.length === 0 && <Empty>{t('operatorConnections.none')}</Empty>}
          {grants.map((grant) => (
            <GrantPart key={grant.id} grant={grant} mayChange={mayChange} onChange={refresh} />
          ))}
          <More of={list} />
          {mayChange && grants.length > 0 && <ConnectClient grants={grants} chosen={chosen} onMade={refresh} />}
        </Stack>
      )}
    </Answer>
  );
}

/** What a consent at Google that failed led back with. */
function Failed() {
  const { t } = useTranslation();
  const { failed } = useSearch({ from: '/inside/operator/connections' });
  if (!failed) return null;
  const texts: Record<string, string> = t('operatorConnections.failed', { returnObjects: true });
  return <FormError error={texts[failed] ?? t('operatorConnections.failed.refused')} />;
}

export function OperatorConnectionsPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('pages.operatorConnections')} lead={t('operatorConnections.lead')}>
      <OperatorsOnly>
        {(mayChange) => (
          <>
            <Failed />
            <Grants mayChange={mayChange} />
            {mayChange && <NewGrant onMade={refresh} />}
          </>
        )}
      </OperatorsOnly>
    </Page>
  );
}
