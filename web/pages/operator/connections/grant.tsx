import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { FormError } from '../../../parts/form-error.tsx';
import { useFormat } from '../../../parts/format.ts';
import { PageLink } from '../../../parts/link.tsx';
import { Part } from '../../../parts/part.tsx';
import { properName } from '../../../parts/proper-name.ts';
import { useConsent } from './consent.ts';

export type Grant = inferRouterOutputs<AppRouter>['operator']['connections']['list']['data'][number];

const works = ({ status }: Grant['connections'][number]) => status === 'connected' || status === 'syncing';

/** How a credential is called: by its service account, or as the consent of a day. */
export function useGrantName() {
  const { t } = useTranslation();
  const { date } = useFormat();
  return ({ account, createdAt }: Pick<Grant, 'account' | 'createdAt'>) =>
    account ?? t('operatorConnections.consentDate', { date: date(createdAt) });
}

/** A credential of the operator with the connections that are read with it. */
export function GrantPart(props: { grant: Grant; mayChange: boolean; onChange: () => unknown }) {
  const { grant, mayChange, onChange } = props;
  const { t } = useTranslation();
  const { day } = useFormat();
  const name = useGrantName()(grant);
  const remove = useMutation({
    ...api.operator.connections.remove.mutationOptions(),
    meta: { shown: true },
    onSuccess: onChange,
  });
  const consent = useConsent();
  const broken = grant.connections.filter((connection) => !works(connection)).length;
  const text = t('operatorConnections.count', { count: grant.connections.length });
  return (
    <Part
      title={name}
      text={broken > 0 ? `${text} ${t('operatorConnections.broken', { count: broken })}` : text}
      aside={
        mayChange && (
          <Group gap="xs">
            {grant.account === null && (
              <Button loading={consent.isPending} onClick={() => consent.start(grant.id)}>
                {t('operatorConnections.renew')}
              </Button>
            )}
            <ConfirmButton
              action={t('operatorConnections.remove')}
              label={t('operatorConnections.removeOf', { name })}
              title={t('operatorConnections.removeTitle', { name })}
              text={t('operatorConnections.removeText')}
              loading={remove.isPending}
              onConfirm={() => remove.mutate({ id: grant.id })}
            />
          </Group>
        )
      }
    >
      <Stack>
        <FormError error={remove.error ?? consent.error} />
        {grant.connections.length > 0 && (
          <DataTable
            caption={name}
            rows={grant.connections}
            keyOf={({ clientId, kind }) => `${clientId} ${kind}`}
            columns={[
              {
                head: t('pages.client'),
                cell: ({ clientId, clientName }) => (
                  <PageLink to="/operator/clients/$id" params={{ id: clientId }}>
                    {clientName}
                  </PageLink>
                ),
              },
              { head: t('connections.kind'), cell: ({ kind }) => properName(kind) },
              { head: t('operatorConnections.property'), cell: ({ property }) => property.replace('properties/', '') },
              {
                head: t('operatorConnections.state'),
                cell: (connection) => (
                  <>
                    <Badge className="tag" color={works(connection) ? 'teal' : 'orange'}>
                      {t(`connections.states.${connection.status}`)}
                    </Badge>
                    {connection.problem && (
                      <Text size="sm" className="source">
                        {t(`connections.causes.${connection.problem}`, { tool: properName(connection.kind) })}
                      </Text>
                    )}
                  </>
                ),
              },
              {
                head: t('operatorConnections.lastDay'),
                cell: ({ days }) => (days.to ? day(days.to) : '–'),
              },
              ...(mayChange
                ? [
                    {
                      head: t('operatorConnections.action'),
                      cell: ({ clientId, clientName }: Grant['connections'][number]) => (
                        <ConfirmButton
                          size="xs"
                          action={t('operatorConnections.disconnect')}
                          label={t('operatorConnections.disconnectOf', { name: clientName })}
                          title={t('operatorConnections.disconnectTitle', { name: clientName })}
                          text={t('operatorConnections.disconnectText')}
                          onConfirm={() => remove.mutate({ id: grant.id, clientId })}
                        />
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Stack>
    </Part>
  );
}
