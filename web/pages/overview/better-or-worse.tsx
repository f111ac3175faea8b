import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { percentChange } from '../../parts/cue.tsx';
import type { TileOf } from './tile.tsx';

const KINDS = ['better', 'worse'] as const;

/** How the figure of a tile changed; undefined where it did not, or where nothing is known. */
function kindOf({ compared, since }: TileOf): (typeof KINDS)[number] | undefined {
  const amount = since ? since.points : compared && percentChange(compared.now, compared.before);
  return amount ? (amount > 0 ? 'better' : 'worse') : undefined;
}

/** Which figures are better than a month ago and which worse. */
export function BetterOrWorse({ tiles }: { tiles: TileOf[] }) {
  const { t } = useTranslation();
  const sentences = KINDS.flatMap((kind) => {
    const names = tiles.filter((tile) => tile.over === 'month' && kindOf(tile) === kind).map(({ label }) => label);
    return names.length > 0 ? [t(`overview.compared.month.${kind}`, { names: names.join(', ') })] : [];
  });
  return sentences.length > 0 && <Text fw={600}>{sentences.join(' ')}</Text>;
}
