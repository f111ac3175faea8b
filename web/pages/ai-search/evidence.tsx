import { Badge, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer } from '../../parts/answer.tsx';
import { useFormat } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { Part } from '../../parts/part.tsx';
import { properName } from '../../parts/proper-name.ts';
import { AnswersBehind, useLatestRun } from './measured.tsx';

/** The questions and answers of the engines in the latest scan. */
export function Evidence() {
  const { t } = useTranslation();
  const { date, whole } = useFormat();
  const [text, setText] = useState('');
  const [engine, setEngine] = useState('');
  const [named, setNamed] = useState('');
  const [search] = useDebouncedValue(text.trim(), 300);
  const run = useLatestRun();
  const { data: engines } = useQuery(api.visibility.aeo.engines.queryOptions({ limit: 50 }));
  const filter = {
    ...(engine && { engine }),
    ...(named && { mentioned: named === 'yes' }),
    ...(search && { search }),
    limit: 20,
  };
  const answers = useList(
    api.visibility.aeo.answers.queryKey(filter),
    (page, how) => portal.visibility.aeo.answers.query({ ...filter, ...page }, how),
    ({ data }) => data,
  );

  return (
    <Part title={t('aiSearch.evidence')}>
      <Group mb="md" className="no-print" align="flex-end">
        <TextInput
          type="search"
          label={t('aiSearch.searchLabel')}
          maxLength={200}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <NativeSelect
          label={t('aiSearch.engine')}
          value={engine}
          onChange={({ currentTarget }) => setEngine(currentTarget.value)}
          data={[
            { value: '', label: t('aiSearch.allEngines') },
            ...(engines?.data ?? []).map((row) => ({ value: row.engine, label: properName(row.engine) })),
          ]}
        />
        <NativeSelect
          label={t('aiSearch.mentioned')}
          value={named}
          onChange={({ currentTarget }) => setNamed(currentTarget.value)}
          data={[
            { value: '', label: t('aiSearch.all') },
            { value: 'yes', label: t('aiSearch.named') },
            { value: 'no', label: t('aiSearch.notNamed') },
          ]}
        />
      </Group>
      <Answer of={{ ...answers, data: answers.rows }}>
        {(rows) => (
          <Stack>
            {rows.length === 0 && <Text c="dimmed">{t('aiSearch.noAnswers')}</Text>}
            {rows.map(({ id, engine: by, model, prompt, askedAt, mentioned, position, excerpt, citations }) => (
              <div key={id} className="row">
                <Group gap="xs" mb={4}>
                  <Badge color="gray">{model === null ? properName(by) : `${properName(by)} · ${model}`}</Badge>
                  <Badge color={mentioned ? 'teal' : 'orange'} className="tag">
                    {t(mentioned ? 'aiSearch.named' : 'aiSearch.notNamed')}
                  </Badge>
                  {position !== null && <Text size="sm">{t('aiSearch.place', { position: whole(position) })}</Text>}
                  <Text size="sm" c="dimmed">
                    {t('aiSearch.at', { date: date(askedAt) })}
                  </Text>
                </Group>
                <Text fw={600}>{prompt}</Text>
                {excerpt && <Text size="sm">{excerpt}</Text>}
                <Text size="sm" c="dimmed">
                  {citations.map(({ url, title }) => title ?? url).join(' · ')}
                </Text>
                {run && (
                  <AnswersBehind run={run} engine={by} prompt={prompt}>
                    {t('aiSearch.wholeAnswer')}
                  </AnswersBehind>
                )}
              </div>
            ))}
            <More of={answers} />
          </Stack>
        )}
      </Answer>
    </Part>
  );
}
