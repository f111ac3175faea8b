import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer, Empty } from '../../parts/answer.tsx';
import { useFormat } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { Part } from '../../parts/part.tsx';
import { useMayWrite } from '../../parts/support.ts';

type Deleted = inferRouterOutputs<AppRouter>['cms']['pages']['bin']['data'][number];

function DeletedPage({ page }: { page: Deleted }) {
  const { t } = useTranslation();
  const { date, dateTime } = useFormat();
  const restore = useMutation(api.cms.pages.restore.mutationOptions());
  const mayWrite = useMayWrite();
  return (
    <div className="row row-split">
      <div>
        <Text fw={600}>{page.title}</Text>
        <Text size="sm" c="dimmed">
          {[
            t('contentPage.deleted', { date: dateTime(page.deletedAt) }),
            page.deletedBy?.name,
            t('contentPage.until', { date: date(page.expiresAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <Button
        variant="default"
        loading={restore.isPending}
        disabled={!mayWrite}
        aria-label={t('contentPage.restoreOf', { title: page.title })}
        onClick={() => restore.mutate({ id: page.id })}
      >
        {t('contentPage.restore')}
      </Button>
    </div>
  );
}

/** The deleted pages, which can be restored for a while. */
export function Bin() {
  const { t } = useTranslation();
  const bin = useList(
    api.cms.pages.bin.queryKey({}),
    (page, how) => portal.cms.pages.bin.query({ limit: 50, ...page }, how),
    ({ data }) => data,
  );
  return (
    <Answer of={{ ...bin, data: bin.rows }} height={320}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty>{t('contentPage.binEmpty')}</Empty>
        ) : (
          <Part title={t('contentPage.toBin')}>
            <Stack>
              {rows.map((page) => (
                <DeletedPage key={page.id} page={page} />
              ))}
              <More of={bin} />
            </Stack>
          </Part>
        )
      }
    </Answer>
  );
}
