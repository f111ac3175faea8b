import { Badge, Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer } from '../../parts/answer.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { useFormat } from '../../parts/format.ts';
import { Part } from '../../parts/part.tsx';
import { PlanUse } from '../../parts/plan-use.tsx';
import { PromptForm } from './prompt-form.tsx';
import { Suggestions } from './suggestions.tsx';

export type Prompt = inferRouterOutputs<AppRouter>['visibility']['measurement']['prompts']['list']['data'][number];

/** As many as runs ask at most. */
const ALL = 500;

function PromptRow({ prompt, mayEdit }: { prompt: Prompt; mayEdit: boolean }) {
  const { t } = useTranslation();
  const [editing, { open, close }] = useDisclosure();
  const remove = useMutation(api.visibility.measurement.prompts.remove.mutationOptions());
  const { id, text, tags } = prompt;
  return (
    <Group component="li" justify="space-between" gap="xs" className="row">
      <Group gap="xs">
        <Text size="sm">{text}</Text>
        {tags.slice(1).map((tag) => (
          <Badge key={tag} color="gray" className="tag">
            {tag}
          </Badge>
        ))}
      </Group>
      {mayEdit && (
        <Group gap="xs">
          <Button size="xs" variant="default" aria-label={t('measuring.editOf', { text })} onClick={open}>
            {t('edit')}
          </Button>
          <ConfirmButton
            size="xs"
            action={t('measuring.remove')}
            label={t('measuring.removeOf', { text })}
            title={t('measuring.removeTitle')}
            text={t('measuring.removeText')}
            loading={remove.isPending}
            onConfirm={() => remove.mutate({ id })}
          />
        </Group>
      )}
      {editing && <PromptForm prompt={prompt} opened onClose={close} />}
    </Group>
  );
}

/** Questions under their first tag; those without one come last. */
function byTag(prompts: Prompt[]) {
  const tagged = Map.groupBy(prompts, ({ tags: [tag = ''] }) => tag);
  return [...tagged].sort(([one], [other]) => Number(one === '') - Number(other === '') || one.localeCompare(other));
}

/** The questions that runs ask. */
export function Prompts({ mayEdit }: { mayEdit: boolean }) {
  const { t } = useTranslation();
  const { whole } = useFormat();
  const [chosen, setChosen] = useState('');
  const [adding, { open, close }] = useDisclosure();
  const prompts = useQuery(api.visibility.measurement.prompts.list.queryOptions({ active: true, limit: ALL }));
  const actions = mayEdit && (
    <Group gap="sm">
      <Suggestions />
      <Button variant="default" onClick={open}>
        {t('measuring.add')}
      </Button>
    </Group>
  );
  return (
    <Part title={t('measuring.questions')} text={t('measuring.questionsText')} aside={actions}>
      <PromptForm opened={adding} onClose={close} />
      <Answer of={prompts}>
        {({ data }) => {
          const groups = byTag(data);
          const shown = groups.filter(([tag]) => chosen === '' || tag === chosen);
          return (
            <Stack>
              <PlanUse of="prompts" />
              {data.length === 0 && <Text c="dimmed">{t('measuring.noQuestions')}</Text>}
              {groups.length > 1 && (
                <NativeSelect
                  maw={280}
                  label={t('measuring.tag')}
                  value={chosen}
                  onChange={({ currentTarget }) => setChosen(currentTarget.value)}
                  data={[
                    { value: '', label: t('measuring.allTags') },
                    ...groups.flatMap(([tag]) => (tag ? [{ value: tag, label: tag }] : [])),
                  ]}
                />
              )}
              {(shown.length > 0 ? shown : groups).map(([tag, of]) => (
                <div key={tag}>
                  <Title order={3} size="h5">
                    {tag || t('measuring.untagged')} ({whole(of.length)})
                  </Title>
                  <Stack component="ul" className="plain-list" gap="md" mt="xs">
                    {of.map((prompt) => (
                      <PromptRow key={prompt.id} prompt={prompt} mayEdit={mayEdit} />
                    ))}
                  </Stack>
                </div>
              ))}
            </Stack>
          );
        }}
      </Answer>
    </Part>
  );
}
