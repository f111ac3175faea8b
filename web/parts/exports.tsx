import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { Answer, type Asked } from './answer.tsx';
import { FormError } from './form-error.tsx';
import { useFormat } from './format.ts';
import { Part } from './part.tsx';

type Exports = inferRouterOutputs<AppRouter>['auth']['org']['exports'];

const isUnderWay = ({ status }: Exports['data'][number]) => status === 'pending' || status === 'running';

/** Asks again every few seconds while an archive is being made. */
export const whileUnderWay = {
  refetchInterval: ({ state }: { state: { data?: Exports | undefined } }) =>
    state.data?.data.some(isUnderWay) ? 3000 : (false as const),
};

interface Contents {
  text: string;
  of: Asked<Exports>;
  /** Undefined where archives are only looked at. */
  start?: { mutate: () => void; isPending: boolean; error: unknown } | undefined;
}

/** The archives of an organization, and a button that asks for one. */
export function ExportsPart({ text, of: exports, start }: Contents) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <Part title={t('exportsPart.title')} text={text}>
      <Stack align="flex-start">
        <FormError error={start?.error} />
        <Answer of={exports} height={60}>
          {({ data }) => (
            <>
              {data.length === 0 && <Text c="dimmed">{t('exportsPart.none')}</Text>}
              {data.map((row) => (
                <div key={row.id} className="row row-split">
                  <div>
                    <Group gap="xs">
                      <Text fw={600}>{t('exportsPart.of', { date: dateTime(row.createdAt) })}</Text>
                      <Badge color={row.status === 'failed' ? 'red' : 'gray'} className="tag">
                        {t(`exportsPart.states.${row.status}`)}
                      </Badge>
                    </Group>
                    {row.expiresAt && (
                      <Text size="sm" c="dimmed">
                        {t('exportsPart.until', { date: dateTime(row.expiresAt) })}
                      </Text>
                    )}
                  </div>
                  {row.url && (
                    <Button component="a" href={row.url} download variant="default" size="xs">
                      {t('exportsPart.download')}
                    </Button>
                  )}
                </div>
              ))}
              {start && (
                <Button
                  variant="default"
                  loading={start.isPending}
                  disabled={data.some(isUnderWay)}
                  onClick={start.mutate}
                >
                  {t('exportsPart.start')}
                </Button>
              )}
            </>
          )}
        </Answer>
      </Stack>
    </Part>
  );
}
