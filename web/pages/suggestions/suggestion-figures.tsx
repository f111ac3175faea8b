import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer } from '../../parts/answer.tsx';
import { Figures } from '../../parts/figures.tsx';
import { useFormat } from '../../parts/format.ts';

/** Figures on the outcomes of suggestions. */
export function SuggestionFigures() {
  const { t } = useTranslation();
  const { whole, number, percent } = useFormat();
  const figures = useQuery(api.contentSuggestions.analytics.queryOptions());
  return (
    <Answer of={figures} height={120}>
      {({ data }) => (
        <Figures
          figures={[
            { label: t('suggestionsPage.pending'), value: whole(data.pending) },
            { label: t('suggestionsPage.acceptance'), value: percent(data.acceptanceRate) },
            { label: t('suggestionsPage.published'), value: whole(data.published) },
            {
              label: t('suggestionsPage.rating'),
              value: number(data.averageRating),
              note: t('suggestionsPage.ratings', { count: data.ratingsCount, ratings: whole(data.ratingsCount) }),
            },
          ]}
        />
      )}
    </Answer>
  );
}
