import { Group, Rating, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useMayWrite } from '../../parts/support.ts';

/** The opinion of the signed-in person on a suggestion, 1 to 5. */
export function Rate({ draftId, title }: { draftId: string; title: string }) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const send = useMutation(api.contentSuggestions.feedback.mutationOptions());
  return (
    <Group gap="xs" mt={6} role="group" aria-label={t('suggestionsPage.rateOf', { title })}>
      <Text size="sm" c="dimmed">
        {t('suggestionsPage.ratePrompt')}
      </Text>
      <Rating
        value={send.variables?.rating ?? 0}
        readOnly={!mayWrite || send.isPending}
        getSymbolLabel={(rating) => t('suggestionsPage.stars', { rating })}
        onChange={(rating) => send.mutate({ draftId, rating })}
      />
      <Text size="sm" c="dimmed" role="status">
        {send.isSuccess && t('suggestionsPage.rated')}
      </Text>
    </Group>
  );
}
