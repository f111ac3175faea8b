import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { percentChange } from '../../parts/cue.tsx';
import type { TileOf } from './tile.tsx';

const KINDS = ['better', 'worse', 'same'] as const;

/** How the figure of a tile changed; undefined where there is nothing to compare it with. */
function kindOf({ compared, since }: TileOf): (typeof KINDS)[number] | undefined {
  const amount = since ? since.points : compared && percentChange(compared.now, compared.before);
  if (amount === undefined) return undefined;
  return amount === 0 ? 'same' : amount > 0 ? 'better' : 'worse';
}

/** Which figures are better than a month ago and which worse, and those of a year than in the year before. */
export function BetterOrWorse({ tiles }: { tiles: TileOf[] }) {
  const { t } = useTranslation();
  const sentences = (['month', 'year'] as const).flatMap((over) =>
    KINDS.flatMap((kind) => {
      const names = tiles.filter((tile) => tile.over === over && kindOf(tile) === kind).map(({ label }) => label);
      return names.length > 0 ? [t(`overview.compared.${over}.${kind}`, { names: names.join(', ') })] : [];
    }),
  );
  return sentences.length > 0 && <Text fw={600}>{sentences.join(' ')}</Text>;
}
