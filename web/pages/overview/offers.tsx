import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../parts/link.tsx';
import { Part } from '../../parts/part.tsx';
import type { useTiles } from './use-tiles.ts';

/** What could be connected to have more figures, the most used first, and the way by a file. */
export function Offers({ offers }: { offers: ReturnType<ReturnType<typeof useTiles>['offersOf']> }) {
  const { t } = useTranslation();
  if (offers.length === 0) return null;
  return (
    <Part title={t('overview.more')} text={t('overview.moreText')}>
      <Group gap="sm">
        {offers.map(({ offer, to }) => (
          <ButtonLink key={offer} to={to} variant="default">
            {t(`overview.offers.${offer}`)}
          </ButtonLink>
        ))}
        <ButtonLink to="/settings/import" variant="default">
          {t('overview.offers.file')}
        </ButtonLink>
      </Group>
    </Part>
  );
}
