import { Button, CopyButton, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A link for somebody else, which is shown once, with a button that copies it, and others after it. */
export function CopyLink({ url, children }: { url: string | undefined; children?: ReactNode }) {
  const { t } = useTranslation();
  if (!url) return null;
  return (
    <Group gap="sm" mt="xs">
      <div className="secret">{url}</div>
      <CopyButton value={url} timeout={4000}>
        {({ copied, copy }) => (
          <Button size="xs" variant="default" onClick={copy}>
            {copied ? t('copied') : t('copyLink')}
          </Button>
        )}
      </CopyButton>
      {children}
    </Group>
  );
}
