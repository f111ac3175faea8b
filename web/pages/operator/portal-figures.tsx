import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer } from '../../parts/answer.tsx';
import { Figures } from '../../parts/figures.tsx';
import { useFormat } from '../../parts/format.ts';
import { SPACE } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';

/** The state of the portal at a glance; mails and jobs are of nobody’s portfolio. */
export function PortalFigures({ isLimited }: { isLimited: boolean }) {
  const { t } = useTranslation();
  const { whole } = useFormat();
  const overview = useQuery(api.operator.overview.queryOptions());
  const data = overview.data?.data;
  if (overview.error && !data) return <Answer of={overview}>{() => null}</Answer>;
  // The figures have their places before they arrive, so that nothing moves.
  return (
    <Part title={t('operatorPage.portal')}>
      <Figures
        figures={[
          { label: t('operatorPage.active'), value: whole(data?.clients.active) },
          { label: t('operatorPage.suspended'), value: whole(data?.clients.suspended) },
          { label: t('operatorPage.people'), value: whole(data?.users) },
          { label: t('operatorPage.scansToday'), value: whole(data?.scansToday) },
          { label: t('operatorPage.questionsToday'), value: whole(data?.questionsToday) },
          { label: t('operatorPage.tokens'), value: whole(data?.tokensThisMonth) },
          ...(isLimited
            ? []
            : [
                { label: t('operatorPage.mailsDeferred'), value: whole(data?.mailsDeferred) },
                { label: t('operatorPage.jobsFailed'), value: whole(data?.jobsFailed) },
              ]),
        ]}
      />
      {!isLimited && (
        <Text size="sm" c="dimmed" mt="sm">
          {data ? t('operatorPage.version', { version: data.version }) : SPACE}
        </Text>
      )}
    </Part>
  );
}
