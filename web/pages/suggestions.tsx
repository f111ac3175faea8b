import { Badge, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../api/client.ts';
import { useList } from '../api/list.ts';
import { Answer, Empty } from '../parts/answer.tsx';
import { Changes } from '../parts/changes.tsx';
import { Meanings } from '../parts/explained.tsx';
import { useFilter } from '../parts/filter.ts';
import { useFormat } from '../parts/format.ts';
import { ButtonLink } from '../parts/link.tsx';
import { More } from '../parts/more.tsx';
import { Page } from '../parts/page.tsx';
import { Part } from '../parts/part.tsx';
import { SUGGESTION_STATES } from '../routes/filters.ts';
import { content } from '../texts/en/content.ts';
import { addTexts } from '../texts/texts.ts';
import { useContentType } from './content/content-type.ts';
import { Rate } from './suggestions/rate.tsx';
import { SuggestionFigures } from './suggestions/suggestion-figures.tsx';

addTexts(content);

type Suggestion = inferRouterOutputs<AppRouter>['contentSuggestions']['list']['data'][number];

const COLORS = { pending: 'orange', accepted: 'teal', rejected: 'gray', published: 'teal' } as const;

function Decisions({ suggestion }: { suggestion: Suggestion }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { draftId, title, pageId } = suggestion;
  const decide = useMutation(api.contentSuggestions.update.mutationOptions({ meta: { optimistic: true } }));
  const makePage = useMutation({
    ...api.contentSuggestions.page.mutationOptions(),
    onSuccess: ({ data }) => navigate({ to: '/content/$id', params: { id: data.id } }),
  });
  // Shown before the portal has answered; a refusal leaves the old one, with a message.
  const status = decide.isPending ? decide.variables.status : suggestion.status;
  return (
    <Stack align="flex-end" gap="xs">
      <Badge color={COLORS[status]} className="tag">
        {t(`suggestionsPage.states.${status}`)}
      </Badge>
      <Changes>
        <Group gap="xs">
          {(status === 'pending' || status === 'rejected') && (
            <Button
              size="xs"
              variant="default"
              aria-label={t('suggestionsPage.acceptOf', { title })}
              onClick={() => decide.mutate({ draftId, status: 'accepted' })}
            >
              {t('suggestionsPage.accept')}
            </Button>
          )}
          {(status === 'pending' || status === 'accepted') && (
            <Button
              size="xs"
              variant="default"
              aria-label={t('suggestionsPage.rejectOf', { title })}
              onClick={() => decide.mutate({ draftId, status: 'rejected' })}
            >
              {t('suggestionsPage.reject')}
            </Button>
          )}
          {pageId ? (
            <ButtonLink size="xs" variant="light" to="/content/$id" params={{ id: pageId }}>
              {t('suggestionsPage.openPage')}
            </ButtonLink>
          ) : (
            <Button
              size="xs"
              variant="light"
              loading={makePage.isPending}
              aria-label={t('suggestionsPage.makePageOf', { title })}
              onClick={() => makePage.mutate({ draftId })}
            >
              {t('suggestionsPage.makePage')}
            </Button>
          )}
        </Group>
      </Changes>
    </Stack>
  );
}

function SuggestionRow({ suggestion }: { suggestion: Suggestion }) {
  const { t } = useTranslation();
  const { fraction, date } = useFormat();
  const word = useContentType();
  const { title, summary, rationale, targetQuery, contentType, confidence, createdAt } = suggestion;
  return (
    <div className="row row-split">
      <div>
        <Text fw={600}>{title}</Text>
        <Text size="sm">{summary}</Text>
        {rationale && (
          <Text size="sm" c="dimmed">
            {rationale}
          </Text>
        )}
        <Group gap="xs" mt={6}>
          <Badge color="gray">{word(contentType)}</Badge>
          <Text size="sm" c="dimmed">
            {[
              t('suggestionsPage.confidence', { confidence: fraction(confidence) }),
              targetQuery && t('suggestionsPage.query', { query: targetQuery }),
              date(createdAt),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </Group>
        <Rate draftId={suggestion.draftId} title={title} />
      </div>
      <Decisions suggestion={suggestion} />
    </div>
  );
}

export function SuggestionsPage() {
  const { t } = useTranslation();
  const current = useSearch({ from: '/inside/suggestions' });
  const setFilter = useFilter(current);
  const filter = { limit: 20, ...current };
  const suggestions = useList(
    api.contentSuggestions.list.queryKey(filter),
    (page, how) => portal.contentSuggestions.list.query({ ...filter, ...page }, how),
    ({ data }) => data,
  );
  return (
    <Page title={t('pages.suggestions')} lead={t('suggestionsPage.lead')}>
      <SuggestionFigures />
      <NativeSelect
        label={t('suggestionsPage.status')}
        w={200}
        value={current.status ?? ''}
        onChange={({ currentTarget }) =>
          setFilter({ status: SUGGESTION_STATES.find((one) => one === currentTarget.value) })
        }
        data={[
          { value: '', label: t('suggestionsPage.all') },
          ...SUGGESTION_STATES.map((value) => ({ value, label: t(`suggestionsPage.states.${value}`) })),
        ]}
      />
      <Answer of={{ ...suggestions, data: suggestions.rows }} height={480}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{t('suggestionsPage.none')}</Empty>
          ) : (
            <Part title={t('suggestionsPage.list')}>
              <Stack>
                {rows.map((suggestion) => (
                  <SuggestionRow key={suggestion.draftId} suggestion={suggestion} />
                ))}
                <More of={suggestions} />
              </Stack>
              <Meanings terms={['suggestionConfidence']} />
            </Part>
          )
        }
      </Answer>
    </Page>
  );
}
