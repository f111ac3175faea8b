import { Button, CopyButton, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A text that is to be entered elsewhere, with a button that copies it. */
export function Copied({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation();
  return (
    <div>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Group gap="sm">
        <Text size="sm" className="source" style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
        <CopyButton value={text} timeout={4000}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" aria-label={`${t('copy')}: ${label}`} onClick={copy}>
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </div>
  );
}
