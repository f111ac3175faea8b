import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const COLORS = { impact: 'teal', effort: 'gray', priority: 'orange' } as const;

/** How much something brings or costs. */
export function Level({ kind, level }: { kind: keyof typeof COLORS; level: 'high' | 'medium' | 'low' }) {
  const { t } = useTranslation();
  return (
    <Badge color={level === 'high' ? COLORS[kind] : 'gray'} className="tag" data-level={level}>
      {t(`levels.${kind}.${level}`)}
    </Badge>
  );
}
