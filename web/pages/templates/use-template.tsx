import { Button, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useSend } from '../../parts/send.ts';
import { useUnsent } from '../../parts/unsent.ts';

export type Template = inferRouterOutputs<AppRouter>['templates']['data'][number];

interface Contents {
  template: Template;
  opened: boolean;
  onClose: () => void;
}

/** A new page of a template, with the values of its variables. */
export function UseTemplate({ template, opened, onClose }: Contents) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { name, contentFormat, variables, body } = template;
  const [filled, setFilled] = useState<Record<string, string>>({});
  const [asks, setAsks] = useState(false);
  const filledIn = (key: string) => filled[key]?.trim() ?? '';
  const isMissing = ({ key, required }: Template['variables'][number]) => required && !filledIn(key);

  const { form, submit, sending, error } = useSend({ title: '' }, api.cms.pages.create.mutationOptions(), {
    of: template.id,
    isShown: opened,
    inputOf: ({ title }) => ({
      title,
      contentFormat,
      content: variables.reduce((text, { key }) => text.replaceAll(`{{${key}}}`, () => filledIn(key)), body),
    }),
    onAnswer: ({ data }) => navigate({ to: '/content/$id', params: { id: data.id }, ignoreBlocker: true }),
  });

  useUnsent(
    `variables of ${template.id}`,
    () => filled,
    (typed) => setFilled(typed as typeof filled),
    { asks: opened },
  );

  function send(event: FormEvent<HTMLFormElement>) {
    setAsks(true);
    if (variables.some(isMissing)) event.preventDefault();
    else submit(event);
  }

  return (
    <Dialog opened={opened} onClose={onClose} title={name}>
      <form onSubmit={send} noValidate>
        <Stack>
          <FormError error={error} />
          <TextInput label={t('templatesPage.title')} maxLength={300} data-autofocus {...form.getInputProps('title')} />
          {variables.map((variable) => (
            <TextInput
              key={variable.key}
              label={variable.required ? variable.label : t('templatesPage.optional', { label: variable.label })}
              maxLength={2000}
              value={filled[variable.key] ?? ''}
              error={asks && isMissing(variable) ? t('templatesPage.required') : undefined}
              onChange={({ currentTarget: { value } }) => setFilled((now) => ({ ...now, [variable.key]: value }))}
            />
          ))}
          <Button type="submit" loading={sending}>
            {t('templatesPage.create')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
