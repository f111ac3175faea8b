import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { viewed } from '../../api/viewed.ts';
import { Answer, Empty } from '../../parts/answer.tsx';
import { ButtonLink } from '../../parts/link.tsx';
import { operator } from '../../texts/en/operator.ts';
import { addTexts } from '../../texts/texts.ts';

addTexts(operator);

/**
 * Contents for those who run the portal, and have a second factor. `mayChange` is false for those who only read,
 * `isLimited` true for those who have the clients of portfolios only.
 */
export function OperatorsOnly({ children }: { children: (mayChange: boolean, isLimited: boolean) => ReactNode }) {
  const { t } = useTranslation();
  const profile = useQuery(api.auth.account.profile.queryOptions());
  return (
    <Answer of={profile} height={480}>
      {({ data: { operatorRole, operatorPortfolios, twoFactorEnabled, support } }) => {
        if (support) return <Empty>{t(viewed.get() ? 'operatorPage.inView' : 'operatorPage.inSupport')}</Empty>;
        if (!operatorRole) return <Empty>{t('operatorPage.onlyOperators')}</Empty>;
        const setUp = <ButtonLink to="/settings/security">{t('operatorPage.setUp')}</ButtonLink>;
        if (!twoFactorEnabled) return <Empty action={setUp}>{t('operatorPage.needsSecondFactor')}</Empty>;
        return (
          <>
            {operatorRole === 'support' && <Text c="dimmed">{t('operatorPage.onlyReading')}</Text>}
            {children(operatorRole === 'operator', operatorPortfolios !== null)}
          </>
        );
      }}
    </Answer>
  );
}
