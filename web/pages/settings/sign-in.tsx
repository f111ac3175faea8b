import { Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer, Empty } from '../../parts/answer.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { signingIn } from '../../texts/en/signing-in.ts';
import { addTexts } from '../../texts/texts.ts';
import { SingleSignOnPart } from './sign-in/single-sign-on.tsx';

addTexts(signingIn);

const WAYS = ['password', 'emailCode', 'passkey'] as const;

/** The ways to sign in that are open to the members of the organization. */
function Ways() {
  const { t } = useTranslation();
  const record = useQuery(api.auth.org.get.queryOptions());
  const sso = useQuery(api.auth.org.sso.queryOptions());
  // One way stays open, unless everybody signs in by single sign-on.
  const least = sso.data?.data.enforce ? 0 : 1;
  const update = useMutation({ ...api.auth.org.update.mutationOptions(), meta: { shown: true } });
  return (
    <Part title={t('signInPage.ways')} text={t('signInPage.text')}>
      <Answer of={record}>
        {({ data: { signIn } }) => (
          <Stack>
            <FormError error={update.error} />
            {WAYS.map((way) => (
              <Switch
                key={way}
                label={t(`signInPage.names.${way}`)}
                checked={signIn[way]}
                disabled={update.isPending || (signIn[way] && WAYS.filter((one) => signIn[one]).length <= least)}
                onChange={({ currentTarget }) => update.mutate({ signIn: { [way]: currentTarget.checked } })}
              />
            ))}
            <Text size="sm" c="dimmed">
              {t('signInPage.administrators')}
            </Text>
          </Stack>
        )}
      </Answer>
    </Part>
  );
}

export function SignInPolicyPage() {
  const { t } = useTranslation();
  const profile = useQuery(api.auth.account.profile.queryOptions());
  return (
    <Page title={t('pages.signIn')} lead={t('signInPage.lead')}>
      <Answer of={profile}>
        {({ data }) =>
          data.role === 'admin' ? (
            <>
              <Ways />
              <SingleSignOnPart email={data.email} />
            </>
          ) : (
            <Empty>{t('organizationPage.onlyAdmins')}</Empty>
          )
        }
      </Answer>
    </Page>
  );
}
