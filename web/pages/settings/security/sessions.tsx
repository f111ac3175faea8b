import { Badge, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../../api/client.ts';
import { useList } from '../../../api/list.ts';
import { Answer } from '../../../parts/answer.tsx';
import { deviceOf } from '../../../parts/device.ts';
import { useFormat } from '../../../parts/format.ts';
import { More } from '../../../parts/more.tsx';
import { Part } from '../../../parts/part.tsx';

/** Where this person is signed in. */
export function Sessions() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const sessions = useList(
    api.auth.account.sessions.list.queryKey({}),
    (page, how) => portal.auth.account.sessions.list.query({ ...page, limit: 20 }, how),
    (rows) => rows,
  );
  const end = useMutation(api.auth.account.sessions.remove.mutationOptions());
  const endOthers = useMutation(api.auth.account.sessions.revokeOthers.mutationOptions());
  return (
    <Part
      title={t('security.sessions')}
      aside={
        <Button variant="default" size="xs" loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
          {t('security.endOthers')}
        </Button>
      }
    >
      <Answer of={{ ...sessions, data: sessions.rows }}>
        {(rows) => (
          <Stack>
            {rows.map(({ id, userAgent, ipAddress, createdAt, current }) => (
              <div key={id} className="row row-split">
                <div>
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {deviceOf(userAgent)}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {t('security.since', { date: dateTime(createdAt), address: ipAddress })}
                  </Text>
                </div>
                {current ? (
                  <Badge className="tag">{t('security.thisOne')}</Badge>
                ) : (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={t('security.endOf', { date: dateTime(createdAt) })}
                    onClick={() => end.mutate({ id })}
                  >
                    {t('security.end')}
                  </Button>
                )}
              </div>
            ))}
            <More of={sessions} />
          </Stack>
        )}
      </Answer>
    </Part>
  );
}
