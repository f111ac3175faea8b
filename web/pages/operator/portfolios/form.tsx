import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { fieldErrors } from '../../../api/errors.ts';
import { FormError } from '../../../parts/form-error.tsx';
import { reporting } from '../../../texts/en/reporting.ts';
import { addTexts } from '../../../texts/texts.ts';
import { ClientChoice } from '../reports/client-choice.tsx';

// The choice of clients is that of reports.
addTexts(reporting);

interface Edited {
  id: string;
  name: string;
  clients: { id: string; name: string }[];
}

/** The name and the clients of a portfolio, a new one or one that there is. */
export function PortfolioForm({ portfolio, onDone }: { portfolio?: Edited; onDone: (id: string) => unknown }) {
  const { t } = useTranslation();
  const [name, setName] = useState(portfolio?.name ?? '');
  const [clients, setClients] = useState(portfolio?.clients ?? []);
  const how = {
    meta: { shown: true },
    onSuccess: ({ data }: { data: { id: string } }) => onDone(data.id),
  };
  const create = useMutation({ ...api.operator.portfolios.create.mutationOptions(), ...how });
  const update = useMutation({ ...api.operator.portfolios.update.mutationOptions(), ...how });
  const error = create.error ?? update.error;
  const beside = fieldErrors(error).name;
  const input = { name, clientIds: clients.map(({ id }) => id) };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (portfolio) update.mutate({ id: portfolio.id, ...input });
        else create.mutate(input);
      }}
    >
      <Stack maw={640}>
        <FormError error={beside ? undefined : error} />
        <TextInput
          label={t('portfolios.name')}
          maxLength={120}
          value={name}
          error={beside}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <ClientChoice chosen={clients} onChange={setClients} />
        <Group>
          <Button type="submit" loading={create.isPending || update.isPending}>
            {t('save')}
          </Button>
          {portfolio && (
            <Button variant="default" onClick={() => onDone(portfolio.id)}>
              {t('cancel')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
