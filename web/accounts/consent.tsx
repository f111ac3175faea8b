import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { Answer } from '../parts/answer.tsx';
import { FormError } from '../parts/form-error.tsx';
import { Heading } from './parts.tsx';

type Parameters = Record<string, string>;

/** The parameters of the assistant, as the address of this page has them: JSON in base64url. */
function readRequest(request: string | undefined): Parameters | undefined {
  try {
    const bytes = Uint8Array.from(atob((request ?? '').replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function Question({ parameters }: { parameters: Parameters }) {
  const { t } = useTranslation();
  const asked = useQuery({ ...api.auth.account.consent.queryOptions(parameters), retry: false });
  const answer = useMutation({
    ...api.auth.account.answerConsent.mutationOptions(),
    meta: { shown: true },
    onSuccess: ({ data }) => location.assign(data.redirectTo),
  });
  const busy = answer.isPending || answer.isSuccess;
  return (
    <Answer of={asked}>
      {({ data: { assistant, redirectHost, org, scopes } }) => (
        <Stack>
          <Text>{t('consent.text', { assistant, organization: org.name })}</Text>
          <List>
            {scopes.map((scope) => (
              <List.Item key={scope}>{t(`consent.scopes.${scope}`)}</List.Item>
            ))}
          </List>
          <Alert color="yellow" variant="light" role="note">
            {t('consent.goesTo', { host: redirectHost })}
          </Alert>
          <FormError error={answer.error} />
          <Button size="md" loading={busy} onClick={() => answer.mutate({ ...parameters, allow: true })}>
            {t('consent.allow')}
          </Button>
          <Button
            size="md"
            variant="default"
            disabled={busy}
            onClick={() => answer.mutate({ ...parameters, allow: false })}
          >
            {t('consent.refuse')}
          </Button>
        </Stack>
      )}
    </Answer>
  );
}

/** Asks a person whether an assistant may see the data of their organization. */
export function ConsentPage() {
  const { t } = useTranslation();
  const { request } = useSearch({ from: '/account/consent' });
  const parameters = readRequest(request);
  return (
    <>
      <Heading title={t('consent.title')} />
      {parameters ? <Question parameters={parameters} /> : <FormError error={t('consent.noRequest')} />}
    </>
  );
}
