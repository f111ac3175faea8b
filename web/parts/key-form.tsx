import { Alert, Button, Group, Stack, TextInput, type TextInputProps } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from './form-error.tsx';
import { Part } from './part.tsx';

interface Contents {
  text?: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  sending: boolean;
  error: unknown;
  /** The key that was just created. The portal shows it once. */
  secret: string | undefined;
  nameProps: TextInputProps;
  /** Further fields. */
  children: ReactNode;
}

/** The form that creates an API key. */
export function KeyForm({ text, onSubmit, sending, error, secret, nameProps, children }: Contents) {
  const { t } = useTranslation();
  return (
    <Part title={t('keysPage.fresh')} text={text}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <FormError error={error} />
          {secret && (
            <Alert color="teal" role="status">
              {t('keysPage.made')}
              <div className="secret">{secret}</div>
            </Alert>
          )}
          <Group align="flex-end">
            <TextInput label={t('keysPage.name')} maxLength={120} {...nameProps} />
            {children}
            <Button type="submit" loading={sending}>
              {t('keysPage.make')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Part>
  );
}
