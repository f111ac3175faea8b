import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const COLORS = { high: 'teal', medium: 'gray', low: 'gray' } as const;
const URGENT = 'orange';

type Kind = 'impact' | 'effort' | 'priority';

function colorOf(kind: Kind, level: keyof typeof COLORS) {
  if (kind === 'effort') return 'gray';
  return kind === 'priority' && level === 'high' ? URGENT : COLORS[level];
}

/** How much something brings or costs. */
export function Level({ kind, level }: { kind: Kind; level: keyof typeof COLORS }) {
  const { t } = useTranslation();
  return (
    <Badge color={colorOf(kind, level)} className="tag" data-level={level}>
      {t(`levels.${kind}.${level}`)}
    </Badge>
  );
}
