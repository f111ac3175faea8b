import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Answer } from '../../../parts/answer.tsx';
import { FormError } from '../../../parts/form-error.tsx';
import { Part } from '../../../parts/part.tsx';
import { properName } from '../../../parts/proper-name.ts';
import { refusalOf } from './cause.ts';
import type { Connection, GoogleKind } from './kinds.ts';

interface Consent {
  grantId: string;
  kind: GoogleKind;
  /** The connection of this kind, if there is one already. */
  existing: Connection | undefined;
  onMade: () => unknown;
  onCancel: () => unknown;
}

/** Chooses what is read with a consent, and connects it. */
export function ChooseProperty({ grantId, kind, existing, onMade, onCancel }: Consent) {
  const { t } = useTranslation();
  const tool = properName(kind);
  const found = useQuery(api.connections.google.properties.queryOptions({ kind, grantId }));
  const [chosen, setChosen] = useState<string>();
  const create = useMutation({
    ...api.connections.create.mutationOptions(),
    meta: { shown: true },
    onSuccess: onMade,
  });
  return (
    <Part title={`${tool}: ${t('connections.chooseTitle')}`} text={t('connections.chooseText')}>
      <Answer of={found} height={120}>
        {({ data }) => {
          const mended = data.find(({ property }) => property === existing?.property)?.property;
          const property = chosen ?? mended ?? data[0]?.property;
          return (
            <Stack align="flex-start">
              <FormError error={refusalOf(t, create.error)} />
              {existing && <Text>{t('connections.already', { tool, property: existing.property })}</Text>}
              {data.length === 0 ? (
                <Text>{t('connections.noProperties', { tool })}</Text>
              ) : (
                <NativeSelect
                  w="100%"
                  maw={560}
                  label={t('connections.chosen')}
                  value={property}
                  onChange={({ currentTarget }) => setChosen(currentTarget.value)}
                  data={data.map((one) => ({ value: one.property, label: `${one.label} (${one.property})` }))}
                />
              )}
              <Group>
                {property && (
                  <Button loading={create.isPending} onClick={() => create.mutate({ kind, grantId, property })}>
                    {t('connections.connect')}
                  </Button>
                )}
                <Button variant="default" onClick={onCancel}>
                  {t('cancel')}
                </Button>
              </Group>
            </Stack>
          );
        }}
      </Answer>
    </Part>
  );
}
