import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const COLORS = { high: 'teal', medium: 'gray', low: 'gray' } as const;

/** How much something brings or costs. */
export function Level({ kind, level }: { kind: 'impact' | 'effort' | 'priority'; level: keyof typeof COLORS }) {
  const { t } = useTranslation();
  return (
    <Badge color={kind === 'effort' ? 'gray' : COLORS[level]} className="tag" data-level={level}>
      {t(`levels.${kind}.${level}`)}
    </Badge>
  );
}
