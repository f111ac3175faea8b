import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Contents {
  title: string;
  text?: string | undefined;
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of a page with a heading of its own. */
export function Part({ title, text, aside, children }: Contents) {
  return (
    <Paper component="section" aria-label={title}>
      <div className="part-head">
        <div>
          <Title order={2}>{title}</Title>
          {text && (
            <Text c="dimmed" size="sm">
              {text}
            </Text>
          )}
        </div>
        {aside}
      </div>
      {children}
    </Paper>
  );
}
