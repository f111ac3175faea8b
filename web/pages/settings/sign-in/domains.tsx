import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { FormError } from '../../../parts/form-error.tsx';
import { Copied } from './copied.tsx';

type Domain = inferRouterOutputs<AppRouter>['auth']['org']['sso']['data']['domains'][number];

function DomainRow({ domain, verified, problem, txtName, txtValue }: Domain) {
  const { t } = useTranslation();
  return (
    <div className="row">
      <Stack gap="xs">
        <Group gap="xs">
          <Text fw={600}>{domain}</Text>
          <Badge color={verified ? 'teal' : 'orange'} className="tag">
            {verified ? t('ssoPart.verified') : t('ssoPart.unverified')}
          </Badge>
        </Group>
        {problem && <Text size="sm">{t(`ssoPart.problems.${problem}`)}</Text>}
        {(!verified || problem) && (
          <>
            <Copied label={t('ssoPart.txtName', { domain })} text={txtName} />
            <Copied label={t('ssoPart.txtValue', { domain })} text={txtValue} />
          </>
        )}
      </Stack>
    </div>
  );
}

/** The domains of the organization, with the records that prove them. */
export function Domains({ domains }: { domains: Domain[] }) {
  const { t } = useTranslation();
  const verify = useMutation({ ...api.auth.org.verifySso.mutationOptions(), meta: { shown: true } });
  return (
    <Stack>
      <FormError error={verify.error} />
      {domains.map((one) => (
        <DomainRow key={one.domain} {...one} />
      ))}
      <Group>
        <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
          {t('ssoPart.verify')}
        </Button>
      </Group>
    </Stack>
  );
}
