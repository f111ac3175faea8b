import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer } from '../../parts/answer.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { useEventName } from '../../parts/events.ts';
import { useFormat } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { OwnAccount } from '../../parts/own-account.tsx';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { ChangePassword } from './security/change-password.tsx';
import { Passkeys } from './security/passkeys.tsx';
import { Sessions } from './security/sessions.tsx';
import { TwoFactor } from './security/two-factor.tsx';

/** The security trail of the account. */
function Trail() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const named = useEventName();
  const trail = useList(
    api.auth.account.activity.queryKey({}),
    (page, how) => portal.auth.account.activity.query({ ...page, limit: 20 }, how),
    ({ data }) => data,
  );
  return (
    <Part title={t('security.activity')}>
      <Answer of={{ ...trail, data: trail.rows }}>
        {(rows) => (
          <>
            <DataTable
              caption={t('security.activity')}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { head: t('chart.date'), cell: ({ at }) => dateTime(at) },
                { head: t('security.event'), cell: ({ type }) => named(type) },
                { head: t('security.from'), cell: ({ ipAddress }) => ipAddress },
              ]}
            />
            <More of={trail} />
          </>
        )}
      </Answer>
    </Part>
  );
}

export function SecurityPage() {
  const { t } = useTranslation();
  const profile = useQuery(api.auth.account.profile.queryOptions());
  return (
    <Page title={t('pages.security')} lead={t('security.lead')}>
      <Answer of={profile}>
        {({ data }) => (
          <OwnAccount>
            <ChangePassword />
            <TwoFactor enabled={data.twoFactorEnabled} />
            <Passkeys />
            <Sessions />
            <Trail />
          </OwnAccount>
        )}
      </Answer>
    </Page>
  );
}
