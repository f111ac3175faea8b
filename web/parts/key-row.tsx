import { Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from './confirm-button.tsx';
import { useFormat } from './format.ts';

interface Contents {
  apiKey: {
    name: string;
    prefix: string;
    createdBy: { name: string | null; email: string } | null;
    expiresAt: string | null;
    lastUsedAt: string | null;
  };
  /** The labels of the key's scopes. */
  scopes: string[];
  /** Undefined where keys are only looked at. */
  onRemove?: (() => void) | undefined;
}

/** A key, its creator and its last use. */
export function KeyRow({ apiKey, scopes, onRemove }: Contents) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { name, prefix, createdBy, expiresAt, lastUsedAt } = apiKey;
  return (
    <div className="row row-split">
      <div>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
        </Group>
        <Text size="sm" c="dimmed">
          {[
            `${prefix}…`,
            createdBy?.name ?? createdBy?.email,
            lastUsedAt ? t('keysPage.used', { date: dateTime(lastUsedAt) }) : t('keysPage.unused'),
            expiresAt && t('keysPage.expires', { date: dateTime(expiresAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      {onRemove && (
        <ConfirmButton
          action={t('remove')}
          size="xs"
          label={t('keysPage.remove', { name })}
          title={t('keysPage.removeTitle')}
          text={t('keysPage.removeWarning', { name })}
          onConfirm={onRemove}
        />
      )}
    </div>
  );
}
