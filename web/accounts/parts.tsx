import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { FormEventHandler, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBrandName } from '../look/brand.ts';
import { FormError } from '../parts/form-error.tsx';
import { PageLink } from '../parts/link.tsx';

/** The heading of an account page, with a sentence below it. */
export function Heading({ title, text }: { title: string; text?: string | undefined }) {
  useDocumentTitle(`${title} · ${useBrandName()}`);
  return (
    <Stack gap="xs" mb="lg">
      <Title order={1}>{title}</Title>
      {text && <Text c="dimmed">{text}</Text>}
    </Stack>
  );
}

interface Sheet {
  onSubmit: FormEventHandler<HTMLFormElement>;
  error: unknown;
  sending: boolean;
  action: string;
  children: ReactNode;
}

/** Fields, the refusal if any, and the button. */
export function AccountForm({ onSubmit, error, sending, action, children }: Sheet) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormError error={error} />
        {children}
        <Button type="submit" loading={sending} fullWidth size="md">
          {action}
        </Button>
      </Stack>
    </form>
  );
}

/** A message in place of a form that is done. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <Alert color="teal" variant="light" role="status" mb="lg">
      {children}
    </Alert>
  );
}

/** What stands in place of a form whose link was cut, and a way out. */
export function Incomplete({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <>
      <FormError error={text} />
      <PageLink to="/sign-in" size="sm" mt="lg" display="inline-block">
        {t('accounts.forgot.back')}
      </PageLink>
    </>
  );
}
