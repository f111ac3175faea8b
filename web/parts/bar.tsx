import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface Contents {
  label: ReactNode;
  value: number | null;
  shown: string;
  max?: number;
  color?: string;
  /** A second value on the same scale, such as the average of peers. */
  mark?: number | null;
}

/** A bar with its label and figure. */
export function Bar({ label, value, shown, max = 100, color = 'var(--own)', mark }: Contents) {
  const part = (of: number) => `${Math.max(0, Math.min(100, (of / (max || 1)) * 100))}%`;
  return (
    <div className="bar">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" component="div">
          {label}
        </Text>
        <Text size="sm" fw={600} className="numbers">
          {shown}
        </Text>
      </Group>
      <div className="bar-track">
        <div className="bar-value" style={{ width: part(value ?? 0), background: color }} />
        {typeof mark === 'number' && <div className="bar-mark" style={{ left: part(mark) }} />}
      </div>
    </div>
  );
}
