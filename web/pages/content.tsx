import { Badge, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../api/client.ts';
import { useList } from '../api/list.ts';
import { Answer, Empty } from '../parts/answer.tsx';
import { useFilter, useSearchField } from '../parts/filter.ts';
import { useFormat } from '../parts/format.ts';
import { ButtonLink, PageLink } from '../parts/link.tsx';
import { More } from '../parts/more.tsx';
import { Page } from '../parts/page.tsx';
import { Part } from '../parts/part.tsx';
import { useMayWrite } from '../parts/support.ts';
import { PAGE_STATES } from '../routes/filters.ts';
import { content } from '../texts/en/content.ts';
import { addTexts } from '../texts/texts.ts';
import { Bin } from './content/bin.tsx';
import { NewPage } from './content/new-page.tsx';
import { StateBadge } from './content/state-badge.tsx';

addTexts(content);

function Pages() {
  const { t } = useTranslation();
  const { dateTime, whole } = useFormat();
  const { search, status } = useSearch({ from: '/inside/content' });
  const filter = { limit: 50, ...(search && { search }), ...(status && { status }) };
  const pages = useList(
    api.cms.pages.list.queryKey(filter),
    (page, how) => portal.cms.pages.list.query({ ...filter, ...page }, how),
    (rows) => rows,
  );
  return (
    <Answer of={{ ...pages, data: pages.rows }} height={480}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty>{t(search || status ? 'contentPage.noneFit' : 'contentPage.none')}</Empty>
        ) : (
          <Part title={t('contentPage.list')}>
            <Stack>
              {rows.map(({ id, title, status: state, scores, metadata, updatedAt, scheduledAt }) => (
                <div key={id} className="row row-split">
                  <div>
                    <PageLink to="/content/$id" params={{ id }} fw={600}>
                      {title}
                    </PageLink>
                    <Text size="sm" c="dimmed">
                      {[
                        t('contentPage.changed', { date: dateTime(updatedAt) }),
                        t('contentPage.words', { count: metadata.wordCount, words: whole(metadata.wordCount) }),
                        metadata.author?.name,
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </Text>
                  </div>
                  <Group gap="xs">
                    <Badge color="gray">{t('contentPage.score', { score: whole(scores.overall) })}</Badge>
                    <StateBadge status={state} scheduledAt={scheduledAt} />
                  </Group>
                </div>
              ))}
              <More of={pages} />
            </Stack>
          </Part>
        )
      }
    </Answer>
  );
}

function Filter() {
  const { t } = useTranslation();
  const current = useSearch({ from: '/inside/content' });
  const filter = useFilter(current);
  const field = useSearchField(current.search, (search) => filter({ search }));
  return (
    <Group align="flex-end">
      <TextInput label={t('contentPage.search')} {...field} />
      <NativeSelect
        label={t('contentPage.status')}
        w={200}
        value={current.status ?? ''}
        onChange={({ currentTarget }) => filter({ status: PAGE_STATES.find((one) => one === currentTarget.value) })}
        data={[
          { value: '', label: t('contentPage.all') },
          ...PAGE_STATES.map((value) => ({ value, label: t(`contentPage.states.${value}`) })),
        ]}
      />
    </Group>
  );
}

export function ContentPage() {
  const { t } = useTranslation();
  const { view } = useSearch({ from: '/inside/content' });
  const navigate = useNavigate();
  const mayWrite = useMayWrite();
  const show = (next: typeof view) => navigate({ to: '/content', search: next ? { view: next } : {}, replace: true });
  const inBin = view === 'bin';
  return (
    <Page
      title={t('pages.content')}
      lead={t(inBin ? 'contentPage.binLead' : 'contentPage.lead')}
      actions={
        <>
          <ButtonLink to="/content" search={inBin ? {} : { view: 'bin' as const }} variant="default">
            {t(inBin ? 'contentPage.toPages' : 'contentPage.toBin')}
          </ButtonLink>
          {mayWrite && <Button onClick={() => show('new')}>{t('contentPage.fresh')}</Button>}
        </>
      }
    >
      <NewPage opened={view === 'new' && mayWrite} onClose={() => show(undefined)} />
      {inBin ? (
        <Bin />
      ) : (
        <>
          <Filter />
          <Pages />
        </>
      )}
    </Page>
  );
}
