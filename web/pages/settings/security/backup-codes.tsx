import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Backup codes, shown once, to keep. */
export function BackupCodes({ text, codes }: { text: string; codes: string[] }) {
  const { t } = useTranslation();
  const download = () => {
    const address = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
    Object.assign(document.createElement('a'), { href: address, download: 'backup-codes.txt' }).click();
    URL.revokeObjectURL(address);
  };
  return (
    <Alert color="teal" role="status">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{text}</Text>
        <Group gap="md" className="secret">
          {codes.map((code) => (
            <span key={code}>{code}</span>
          ))}
        </Group>
        <Button size="xs" variant="default" onClick={download}>
          {t('security.download')}
        </Button>
      </Stack>
    </Alert>
  );
}
