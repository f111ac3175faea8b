import { Button, Checkbox, SimpleGrid, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useEdit } from '../../parts/edit.ts';
import { FormError } from '../../parts/form-error.tsx';
import type { Module } from '../../parts/modules.ts';
import { Part } from '../../parts/part.tsx';
import { Save } from '../../parts/save.tsx';

type Client = inferRouterOutputs<AppRouter>['operator']['clients']['get']['data'];

// Typed by the portal's list, so that none is missing.
const NAMES: Record<Module, true> = {
  visibility: true,
  competitors: true,
  ai_search: true,
  listings: true,
  plan: true,
  website: true,
  search: true,
  reviews: true,
  social: true,
  insights: true,
  goals: true,
  tasks: true,
  content: true,
  reports: true,
  billing: true,
  developer: true,
};
export const MODULES = Object.keys(NAMES) as Module[];

/** The parts of the portal that the people of a client see. */
export function ClientModules({ client: { id, modules }, mayChange }: { client: Client; mayChange: boolean }) {
  const { t } = useTranslation();
  const update = api.operator.clients.update.mutationOptions();
  const { form, submit, sending, error, changed, saved } = useEdit({ modules }, update, (values) => ({
    id,
    modules: values.modules,
  }));
  const reset = useMutation(update);
  return (
    <Part title={t('operatorPage.modules')} text={t('operatorPage.modulesText')}>
      <form onSubmit={submit} noValidate>
        <fieldset disabled={!mayChange} className="plain-fields" aria-label={t('operatorPage.modules')}>
          <Stack maw={640}>
            <FormError error={error} />
            <Checkbox.Group {...form.getInputProps('modules')}>
              <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="sm">
                {MODULES.map((module) => (
                  <Checkbox key={module} value={module} label={t(`operatorPage.moduleNames.${module}`)} />
                ))}
              </SimpleGrid>
            </Checkbox.Group>
            {mayChange && (
              <Save sending={sending} changed={changed} saved={saved}>
                <Button
                  variant="subtle"
                  loading={reset.isPending}
                  onClick={() => reset.mutate({ id, modules: null }, { onSuccess: () => form.reset() })}
                >
                  {t('operatorPage.modulesUsual')}
                </Button>
              </Save>
            )}
          </Stack>
        </fieldset>
      </form>
    </Part>
  );
}
