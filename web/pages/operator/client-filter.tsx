import { Badge, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFilter, useSearchField } from '../../parts/filter.ts';
import { CLIENT_ORDERS, CLIENT_STATES } from '../../routes/filters.ts';

/** What the list of clients shows and in which order. */
export function ClientFilter() {
  const { t } = useTranslation();
  const current = useSearch({ from: '/inside/operator' });
  const filter = useFilter(current);
  const field = useSearchField(current.search, (search) => filter({ search }));
  return (
    <Group align="flex-end">
      <TextInput label={t('operatorPage.search')} {...field} />
      <NativeSelect
        label={t('operatorPage.status')}
        value={current.status ?? ''}
        onChange={({ currentTarget }) => filter({ status: CLIENT_STATES.find((one) => one === currentTarget.value) })}
        data={[
          { value: '', label: t('operatorPage.all') },
          ...CLIENT_STATES.map((value) => ({ value, label: t(`operatorPage.states.${value}`) })),
        ]}
      />
      <NativeSelect
        label={t('operatorPage.sort')}
        value={current.sort ?? CLIENT_ORDERS[0]}
        onChange={({ currentTarget }) => filter({ sort: CLIENT_ORDERS.find((one) => one === currentTarget.value) })}
        data={CLIENT_ORDERS.map((value) => ({ value, label: t(`operatorPage.sorts.${value}`) }))}
      />
      {current.tag && (
        <Button
          variant="default"
          rightSection={<span aria-hidden>×</span>}
          aria-label={`${t('operatorPage.tag')}: ${current.tag} – ${t('remove')}`}
          onClick={() => filter({ tag: '' })}
        >
          {t('operatorPage.tag')}: {current.tag}
        </Button>
      )}
    </Group>
  );
}

/** The tags of a client, each of which filters the list. */
export function ClientTags({ tags }: { tags: string[] }) {
  const { t } = useTranslation();
  const filter = useFilter(useSearch({ from: '/inside/operator' }));
  return tags.map((tag) => (
    <Badge
      key={tag}
      component="button"
      type="button"
      color="gray"
      className="tag"
      aria-label={t('operatorPage.tagOf', { tag })}
      onClick={() => filter({ tag })}
    >
      {tag}
    </Badge>
  ));
}
