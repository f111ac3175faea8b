import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer } from '../../parts/answer.tsx';
import { useFormat } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { useMayWrite } from '../../parts/support.ts';

type Version = inferRouterOutputs<AppRouter>['cms']['pages']['versions']['data'][number];

/** What may differ between two versions. */
const PARTS = ['title', 'content', 'status'] as const;

/** A difference, whose HTML is text with `ins` and `del` and nothing else: only these are taken from it. */
function Marked({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.childNodes].map((node, place) => {
    const key = `${place} ${node.nodeName}`;
    if (node.nodeName === 'INS') return <ins key={key}>{node.textContent}</ins>;
    if (node.nodeName === 'DEL') return <del key={key}>{node.textContent}</del>;
    return <span key={key}>{node.textContent}</span>;
  });
}

function Difference({ id, a, b }: { id: string; a: number; b: number }) {
  const { t } = useTranslation();
  const difference = useQuery(
    api.cms.pages.versionDiff.queryOptions({ id, a, b }, { staleTime: Number.POSITIVE_INFINITY }),
  );
  return (
    <Answer of={difference} height={80}>
      {({ data }) => (
        <section className="diff answer-text" dir="auto" aria-label={t('contentPage.difference', { a, b })}>
          <Text fw={600} component="div">
            <Marked html={data.titleHtml} />
          </Text>
          <Marked html={data.html} />
        </section>
      )}
    </Answer>
  );
}

function VersionRow({ version, before, isCurrent }: { version: Version; before?: number; isCurrent: boolean }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const [opened, { toggle }] = useDisclosure();
  const restore = useMutation(api.cms.pages.restoreVersion.mutationOptions());
  const nameOf = (changed: string) => {
    const part = PARTS.find((one) => one === changed);
    return part ? t(`contentPage.parts.${part}`) : changed;
  };
  const mayWrite = useMayWrite();
  const { pageId: id, version: number } = version;
  return (
    <div className="row">
      <div className="row-split">
        <div>
          <Text fw={600}>
            {t('contentPage.versionNumber', { version: number })}
            {isCurrent && ` · ${t('contentPage.current')}`}
          </Text>
          <Text size="sm" c="dimmed">
            {[dateTime(version.createdAt), version.createdBy?.name, version.changed.map(nameOf).join(', ')]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
        <Group gap="xs">
          {before !== undefined && (
            <Button
              size="xs"
              variant="default"
              aria-expanded={opened}
              aria-label={t('contentPage.compareOf', { version: number })}
              onClick={toggle}
            >
              {t('contentPage.compare')}
            </Button>
          )}
          {!isCurrent && (
            <Button
              size="xs"
              variant="default"
              loading={restore.isPending}
              disabled={!mayWrite}
              aria-label={t('contentPage.restoreVersionOf', { version: number })}
              onClick={() => restore.mutate({ id, version: number })}
            >
              {t('contentPage.restore')}
            </Button>
          )}
        </Group>
      </div>
      {opened && before !== undefined && <Difference id={id} a={before} b={number} />}
    </div>
  );
}

/** The versions of a page, what each changed, and the way back to one. */
export function Versions({ id }: { id: string }) {
  const versions = useList(
    api.cms.pages.versions.queryKey({ id }),
    (page, how) => portal.cms.pages.versions.query({ id, limit: 10, ...page }, how),
    ({ data }) => data,
  );
  return (
    <Answer of={{ ...versions, data: versions.rows }}>
      {(rows) => (
        <Stack>
          {rows.map((version, place) => {
            const before = rows[place + 1]?.version;
            return (
              <VersionRow
                key={version.id}
                version={version}
                isCurrent={place === 0}
                {...(before !== undefined && { before })}
              />
            );
          })}
          <More of={versions} />
        </Stack>
      )}
    </Answer>
  );
}
