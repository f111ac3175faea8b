import { Button, Checkbox, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';

interface Client {
  id: string;
  name: string;
}

interface Contents {
  /** Whether they are left out. Most schedules leave nobody out, so that clients are offered once somebody searches. */
  isException?: boolean;
  chosen: Client[];
  onChange: (chosen: Client[]) => void;
}

/** Clients are found by a part of their name and chosen, and those that are chosen can be taken out again. */
export function ClientChoice({ isException = false, chosen, onChange }: Contents) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [sought] = useDebouncedValue(search.trim(), 300);
  const asked = { search: sought, status: 'active' as const, limit: 10 };
  const found = useQuery(api.operator.clients.list.queryOptions(asked, { placeholderData: keepPreviousData }));
  const offered = isException && sought === '' ? undefined : found.data?.data;
  const without = (id: string) => chosen.filter((one) => one.id !== id);
  return (
    <Fieldset legend={t(isException ? 'reporting.except' : 'reporting.ids')}>
      <Stack gap="sm">
        {chosen.length === 0 ? (
          <Text c="dimmed">{t(isException ? 'reporting.noneExcepted' : 'reporting.noneChosen')}</Text>
        ) : (
          <Group gap="xs">
            {chosen.map(({ id, name }) => (
              <Button
                key={id}
                size="xs"
                variant="default"
                rightSection="×"
                aria-label={t('reporting.takeOut', { name })}
                onClick={() => onChange(without(id))}
              >
                {name}
              </Button>
            ))}
          </Group>
        )}
        <TextInput
          type="search"
          maxLength={120}
          label={t('reporting.searchClients')}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        {offered?.length === 0 && <Text role="status">{t('reporting.noClients')}</Text>}
        {offered?.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.some((one) => one.id === id)}
            onChange={({ currentTarget }) => onChange(currentTarget.checked ? [...chosen, { id, name }] : without(id))}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}
