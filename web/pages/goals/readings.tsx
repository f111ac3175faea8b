import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer } from '../../parts/answer.tsx';
import { Changes } from '../../parts/changes.tsx';
import { ChartFrame } from '../../parts/chart-frame.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useFormat } from '../../parts/format.ts';
import { NumberField, useNumbers } from '../../parts/number-field.tsx';
import { useSend } from '../../parts/send.ts';
import { Trend } from '../../parts/trend.tsx';

/** The readings of a goal, and a new one. */
export function Readings({ id, title, value }: { id: string; title: string; value: number }) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const { amount, dateTime, dateAt, shortDateAt } = useFormat();
  const history = useQuery(api.dashboard.goals.history.queryOptions({ id, limit: 50 }));
  const { form, submit, sending, error } = useSend(
    { value: numbers.shown(value), note: '' },
    api.dashboard.goals.progress.mutationOptions(),
    {
      of: id,
      complaints: (values) => ({ value: numbers.complaintOf(values.value) }),
      inputOf: (values) => ({
        id,
        value: numbers.valueOf(values.value),
        ...(values.note.trim() && { note: values.note }),
      }),
      onAnswer() {
        form.setFieldValue('note', '');
        form.resetDirty();
      },
    },
  );
  return (
    <Stack mt="md" gap="sm">
      <form onSubmit={submit} noValidate>
        <FormError error={error} />
        <Changes>
          <Group align="flex-end">
            <NumberField label={t('goals.value')} w={160} {...form.getInputProps('value')} />
            <TextInput label={t('goals.note')} maxLength={2000} {...form.getInputProps('note')} />
            <Button type="submit" variant="default" loading={sending}>
              {t('goals.record')}
            </Button>
          </Group>
        </Changes>
      </form>
      <Answer of={history} height={120}>
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('goals.noHistory')}
            </Text>
          ) : (
            <ChartFrame
              title={t('goals.history', { title })}
              rows={data}
              keyOf={(reading) => reading.id}
              columns={[
                { head: t('chart.date'), cell: ({ at }) => dateTime(at) },
                { head: t('goals.value'), cell: (reading) => amount(reading.value), numeric: true },
                {
                  head: t('goals.note'),
                  cell: ({ note, by }) =>
                    [note, by?.name && t('goals.by', { name: by.name })].filter(Boolean).join(' · '),
                },
              ]}
            >
              <Trend
                timeOf={dateAt}
                shortOf={shortDateAt}
                height={200}
                rows={data.map((reading) => ({ at: Date.parse(reading.at), value: reading.value })).toReversed()}
                lines={[{ name: 'value', label: t('goals.value'), color: 'var(--own)' }]}
              />
            </ChartFrame>
          )
        }
      </Answer>
    </Stack>
  );
}
