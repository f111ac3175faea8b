import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { useBrandName } from '../look/brand.ts';

/** Whether the page was reached by navigation: then the heading takes the focus, so that it is read out. */
let moved = false;

/** Reserves the height of a line of text, so that nothing below moves when it arrives. */
export const SPACE = '\u00a0';

interface Contents {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page: its one heading, its actions, and its contents. */
export function Page({ title, lead, actions, children }: Contents) {
  useDocumentTitle(`${title} · ${useBrandName()}`);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (moved) heading.current?.focus({ preventScroll: true });
    moved = true;
  }, []);

  return (
    <Box maw={1180} mx="auto">
      <Group justify="space-between" align="flex-end" mb="lg">
        <Stack gap={4}>
          <Title order={1} ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {lead && <Text c="dimmed">{lead}</Text>}
        </Stack>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      <Stack gap="lg">{children}</Stack>
    </Box>
  );
}
