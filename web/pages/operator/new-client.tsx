import { Button, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { FormError } from '../../parts/form-error.tsx';
import { IndustryField } from '../../parts/industry-field.tsx';
import { Part } from '../../parts/part.tsx';
import { useSend } from '../../parts/send.ts';
import { SETUP_STEPS } from '../../routes/filters.ts';

/** A new client: its first step. Nobody is told before the last one. */
export function NewClient({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { form, submit, sending, error } = useSend(
    { name: '', website: '', vertical: '', adminEmail: '' },
    api.operator.clients.create.mutationOptions(),
    {
      inputOf: ({ name, adminEmail, ...facts }) => ({
        name,
        adminEmail,
        invite: false,
        ...Object.fromEntries(Object.entries(facts).filter(([, text]) => text.trim())),
      }),
      onAnswer({ data }) {
        form.reset();
        return navigate({ to: '/operator/clients/$id', params: { id: data.id }, search: { step: SETUP_STEPS[0] } });
      },
    },
  );
  if (!mayChange) return null;
  return (
    <Part title={t('operatorPage.record')} text={t('operatorPage.freshText')}>
      <form onSubmit={submit} noValidate>
        <Stack maw={640}>
          <FormError error={error} />
          <TextInput label={t('operatorPage.name')} required data-autofocus {...form.getInputProps('name')} />
          <TextInput
            label={t('operatorPage.website')}
            description={t('operatorPage.websiteText')}
            type="url"
            placeholder="https://…"
            {...form.getInputProps('website')}
          />
          <IndustryField {...form.getInputProps('vertical')} />
          <TextInput
            label={t('operatorPage.adminEmail')}
            description={t('operatorPage.adminText')}
            type="email"
            autoComplete="off"
            required
            {...form.getInputProps('adminEmail')}
          />
          <div>
            <Button type="submit" loading={sending}>
              {t('operatorPage.createAndGoOn')}
            </Button>
          </div>
        </Stack>
      </form>
    </Part>
  );
}
