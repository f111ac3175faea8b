import { PasswordInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Binding = Record<string, unknown>;

export function EmailField({ autoFocus = false, ...binding }: Binding & { autoFocus?: boolean }) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('fields.email')}
      type="email"
      autoComplete="username"
      required
      withAsterisk={false}
      data-autofocus={autoFocus || undefined}
      {...binding}
    />
  );
}

export function PasswordField({ fresh = false, hint, ...binding }: Binding & { fresh?: boolean; hint?: string }) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      label={t('fields.password')}
      description={hint}
      autoComplete={fresh ? 'new-password' : 'current-password'}
      required
      visibilityToggleButtonProps={{ 'aria-label': t('fields.show') }}
      withAsterisk={false}
      // The library does not say so itself.
      aria-invalid={binding.error ? true : undefined}
      {...binding}
    />
  );
}
