import { Anchor, Badge, Blockquote, Group, Text } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format.ts';
import { properName } from '../../parts/proper-name.ts';

type Review = inferRouterOutputs<AppRouter>['analytics']['reviews']['data']['reviews'][number];

/** Where owners answer, of sources that give reviews no address of their own. */
const ANSWERED_AT: Record<string, string> = { google: 'https://business.google.com/reviews' };

/** A review, what was answered, and where it can be. */
export function ReviewRow({ review }: { review: Review }) {
  const { t } = useTranslation();
  const { number, date } = useFormat();
  const { rating, authorName, source, publishedAt, responded, text, answer } = review;
  const url = review.url ?? (Object.hasOwn(ANSWERED_AT, source) ? ANSWERED_AT[source] : undefined);
  const author = authorName ?? t('reviewsPage.anonymous');
  const action = responded ? t('reviewsPage.open') : t('reviewsPage.replyAt', { source: properName(source) });
  return (
    <div className="row">
      <Group gap="xs" mb={4}>
        <span role="img" aria-label={t('reviewsPage.rating', { rating: number(rating) })}>
          {'★'.repeat(Math.round(rating))}
          {'☆'.repeat(5 - Math.round(rating))}
        </span>
        <Text size="sm" fw={600}>
          {author}
        </Text>
        <Text size="sm" c="dimmed">
          {properName(source)} · {date(publishedAt)}
        </Text>
        <Badge color={responded ? 'teal' : 'orange'} className="tag">
          {t(responded ? 'reviewsPage.responded' : 'reviewsPage.unanswered')}
        </Badge>
        {url && (
          <Anchor
            href={url}
            target="_blank"
            rel="noreferrer"
            size="sm"
            underline="always"
            aria-label={t('reviewsPage.actionAt', { action, source: properName(source), author })}
          >
            {action} <span aria-hidden>↗</span>
          </Anchor>
        )}
      </Group>
      <Text size="sm" className="source">
        {text}
      </Text>
      {!url && !responded && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('reviewsPage.replyThere', { source: properName(source) })}
        </Text>
      )}
      {answer && (
        <Blockquote p="sm" mt="xs" radius="sm">
          <Text size="sm" className="source">
            {answer}
          </Text>
        </Blockquote>
      )}
    </div>
  );
}
