import { Badge, Button, Group, Mark, NativeSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer } from '../../parts/answer.tsx';
import { useFilter } from '../../parts/filter.ts';
import { useFormat } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { Part } from '../../parts/part.tsx';
import { properName } from '../../parts/proper-name.ts';

type RunAnswer = inferRouterOutputs<AppRouter>['visibility']['measurement']['runs']['answers']['data'][number];

/** Characters of an answer that are shown at first. */
const SHORT = 400;

const KINDS = { own: 'teal', competitor: 'orange', praise: 'lime', blame: 'red' } as const;

/** The beginning of an answer, or all of it, with the words that counted. */
function MarkedText({ text, marks, end }: Pick<RunAnswer, 'text' | 'marks'> & { end: number }) {
  const { t } = useTranslation();
  const shown = marks.filter(({ to }) => to <= end);
  return (
    <Text size="sm" className="source">
      {shown.map(({ from, to, kind }, at) => (
        <span key={from}>
          {text.slice(shown[at - 1]?.to ?? 0, from)}
          <Mark color={KINDS[kind]} title={t(`measuring.marks.${kind}`)}>
            {text.slice(from, to)}
          </Mark>
        </span>
      ))}
      {text.slice(shown.at(-1)?.to ?? 0, end)}
      {end < text.length && '…'}
    </Text>
  );
}

function Facts({ facts }: Pick<RunAnswer, 'facts'>) {
  const { t } = useTranslation();
  const sentence = ({ stated: value, right, directory }: RunAnswer['facts'][number]) => {
    if (right) return t('measuring.rightFact', { value });
    return directory ? t('measuring.wrongFactIn', { value, directory }) : t('measuring.wrongFact', { value });
  };
  return facts.map((fact) => (
    <Badge key={`${fact.kind} ${fact.stated}`} color={fact.right ? 'teal' : 'red'} className="tag">
      {sentence(fact)}
    </Badge>
  ));
}

function AnswerRow({ answer }: { answer: RunAnswer }) {
  const { t } = useTranslation();
  const { whole, dateTime } = useFormat();
  const [opened, { toggle }] = useDisclosure();
  const { engine, model, prompt, askedAt, mentioned, position, text, marks, facts, citations } = answer;
  return (
    <div className="row">
      <Group gap="xs" mb={4}>
        <Badge color="gray">{`${properName(engine)} · ${model}`}</Badge>
        <Badge color={mentioned ? 'teal' : 'orange'} className="tag">
          {t(mentioned ? 'measuring.named' : 'measuring.notNamed')}
        </Badge>
        {position !== null && <Text size="sm">{t('measuring.place', { position: whole(position) })}</Text>}
        <Facts facts={facts} />
        <Text size="sm" c="dimmed">
          {dateTime(askedAt)}
        </Text>
      </Group>
      <Text fw={600}>{prompt}</Text>
      <MarkedText text={text} marks={marks} end={opened ? text.length : Math.min(SHORT, text.length)} />
      {text.length > SHORT && (
        <Button size="compact-xs" variant="default" aria-expanded={opened} onClick={toggle}>
          {t(opened ? 'measuring.less' : 'measuring.whole')}
        </Button>
      )}
      <Text size="sm" c="dimmed">
        {citations.map(({ url, title }) => title ?? url).join(' · ')}
      </Text>
    </div>
  );
}

/** The answers of a run, as they come. */
export function RunAnswers({ id, engines, done }: { id: string; engines: string[]; done: number }) {
  const { t } = useTranslation();
  const current = useSearch({ from: '/inside/measurement/runs/$id' });
  const setFilter = useFilter(current);
  const { engine, prompt, named } = current;
  const place = useRef<HTMLDivElement>(null);
  const isAskedFor = useRef(Boolean(engine ?? prompt));
  // Whoever comes from a figure comes to the answers behind it.
  useEffect(() => {
    if (isAskedFor.current) place.current?.scrollIntoView();
  }, []);
  const filter = {
    id,
    limit: 20,
    ...(engine && { engine }),
    ...(prompt && { prompt }),
    ...(named && { mentioned: named === 'yes' }),
  };
  const answers = useList(
    api.visibility.measurement.runs.answers.queryKey(filter),
    (page, how) => portal.visibility.measurement.runs.answers.query({ ...filter, ...page }, how),
    ({ data }) => data,
  );
  const { refetch } = answers;
  // Those that have come since are shown where the first page has room.
  const isShort = (answers.rows?.length ?? 0) < filter.limit && answers.rows !== undefined;
  useEffect(() => {
    if (done > 0 && isShort) void refetch();
  }, [done, isShort, refetch]);
  return (
    <div ref={place}>
      <Part title={t('measuring.answers')} text={t('measuring.answersText')}>
        <Group mb="md">
          <NativeSelect
            label={t('measuring.engine')}
            value={engine ?? ''}
            onChange={({ currentTarget }) => setFilter({ engine: currentTarget.value })}
            data={[
              { value: '', label: t('measuring.all') },
              ...engines.map((value) => ({ value, label: properName(value) })),
            ]}
          />
          <NativeSelect
            label={t('measuring.mention')}
            value={named ?? ''}
            onChange={({ currentTarget }) => setFilter({ named: currentTarget.value as 'yes' | 'no' | '' })}
            data={[
              { value: '', label: t('measuring.all') },
              { value: 'yes', label: t('measuring.named') },
              { value: 'no', label: t('measuring.notNamed') },
            ]}
          />
        </Group>
        {prompt && (
          <Group mb="md" gap="xs">
            <Text size="sm">{t('measuring.answersTo', { prompt })}</Text>
            <Button size="compact-xs" variant="default" onClick={() => setFilter({ prompt: '' })}>
              {t('measuring.allQuestions')}
            </Button>
          </Group>
        )}
        <Answer of={{ ...answers, data: answers.rows }}>
          {(rows) => (
            <Stack>
              {rows.length === 0 && <Text c="dimmed">{t('measuring.noAnswers')}</Text>}
              {rows.map((answer) => (
                <AnswerRow key={answer.id} answer={answer} />
              ))}
              <More of={answers} />
            </Stack>
          )}
        </Answer>
      </Part>
    </div>
  );
}
