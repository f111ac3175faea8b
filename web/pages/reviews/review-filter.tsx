import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFilter, useSearchField } from '../../parts/filter.ts';

const MOST_STARS = [3, 2, 1];

/** Which reviews are listed and in which order: the figures are of all. */
export function ReviewFilter() {
  const { t } = useTranslation();
  const current = useSearch({ from: '/inside/reviews' });
  const filter = useFilter(current);
  const field = useSearchField(current.search, (search) => filter({ search }));
  return (
    <Group align="flex-end">
      <TextInput label={t('reviewsPage.search')} {...field} />
      <NativeSelect
        label={t('reviewsPage.answer')}
        value={current.answered ?? ''}
        onChange={({ currentTarget }) => filter({ answered: currentTarget.value as 'yes' | 'no' | '' })}
        data={[
          { value: '', label: t('reviewsPage.all') },
          { value: 'no', label: t('reviewsPage.unanswered') },
          { value: 'yes', label: t('reviewsPage.responded') },
        ]}
      />
      <NativeSelect
        label={t('reviewsPage.byRating')}
        value={current.stars ?? ''}
        onChange={({ currentTarget }) => filter({ stars: Number(currentTarget.value) || '' })}
        data={[
          { value: '', label: t('reviewsPage.all') },
          ...MOST_STARS.map((count) => ({ value: String(count), label: t('reviewsPage.atMost', { count }) })),
        ]}
      />
      <NativeSelect
        label={t('reviewsPage.order')}
        value={current.sort ?? ''}
        onChange={({ currentTarget }) => filter({ sort: currentTarget.value as 'rating' | '' })}
        data={[
          { value: '', label: t('reviewsPage.newestFirst') },
          { value: 'rating', label: t('reviewsPage.worstFirst') },
        ]}
      />
    </Group>
  );
}
