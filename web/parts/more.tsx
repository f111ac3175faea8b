import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface List {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** The button that reads a list on. */
export function More({ of: list }: { of: List }) {
  const { t } = useTranslation();
  if (!list.hasNextPage) return null;
  return (
    <Group justify="center">
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {t('more')}
      </Button>
    </Group>
  );
}
