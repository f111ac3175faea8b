import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer } from '../../parts/answer.tsx';
import { ButtonLink, PageLink } from '../../parts/link.tsx';
import { Part } from '../../parts/part.tsx';
import { SETUP_STEPS } from '../../routes/filters.ts';
import { Branding } from './branding.tsx';
import { Invite } from './invite.tsx';
import { ClientModules } from './modules.tsx';
import { StartSupport } from './start-support.tsx';

type Client = inferRouterOutputs<AppRouter>['operator']['clients']['get']['data'];
type Step = (typeof SETUP_STEPS)[number];

const to = '/operator/clients/$id';

/** The steps of a new client and where one is, which may be left out or come back to. */
function Steps({ id, step }: { id: string; step: Step }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('operatorPage.setup')}>
      <ol className="setup-steps">
        <li>{t('operatorPage.steps.details')} ✓</li>
        {SETUP_STEPS.map((one) => (
          <li key={one}>
            {one === step ? (
              <strong aria-current="step">{t(`operatorPage.steps.${one}`)}</strong>
            ) : (
              <PageLink to={to} params={{ id }} search={{ step: one }}>
                {t(`operatorPage.steps.${one}`)}
              </PageLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Invitations({ id }: { id: string }) {
  const { t } = useTranslation();
  const state = useQuery(api.operator.clients.state.queryOptions({ id }));
  return (
    <Part title={t('operatorPage.steps.invite')} text={t('operatorPage.inviteText')}>
      <Answer of={state} height={160}>
        {({ data }) => <Invite id={id} invitations={data.invitations} mayChange />}
      </Answer>
    </Part>
  );
}

function Contents({ client, step }: { client: Client; step: Step }): ReactNode {
  const { t } = useTranslation();
  const { id, name } = client;
  if (step === 'branding') return <Branding id={id} mayChange />;
  if (step === 'modules') return <ClientModules client={client} mayChange />;
  if (step === 'invite') return <Invitations id={id} />;
  return (
    <>
      <Part title={t(`operatorPage.steps.${step}`)} text={t(`operatorPage.${step}Text`)}>
        {step === 'connections' && (
          <ButtonLink to="/operator/connections" variant="default">
            {t('pages.operatorConnections')}
          </ButtonLink>
        )}
      </Part>
      <StartSupport
        id={id}
        name={name}
        mayWrite
        to={step === 'connections' ? '/settings/connections' : '/measurement'}
      />
    </>
  );
}

/** What a new client needs until its people are invited, one step after the other. */
export function Setup({ client, step }: { client: Client; step: Step }) {
  const { t } = useTranslation();
  const { id } = client;
  const next = SETUP_STEPS[SETUP_STEPS.indexOf(step) + 1];
  return (
    <>
      <Steps id={id} step={step} />
      <Contents key={step} client={client} step={step} />
      <Group justify="space-between">
        <Text c="dimmed" size="sm">
          {t('operatorPage.setupText')}
        </Text>
        <ButtonLink to={to} params={{ id }} search={next ? { step: next } : {}}>
          {next ? t('operatorPage.next', { step: t(`operatorPage.steps.${next}`) }) : t('operatorPage.done')}
        </ButtonLink>
      </Group>
    </>
  );
}
