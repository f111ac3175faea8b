import { Button, FileInput, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer, Empty } from '../../parts/answer.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Figures } from '../../parts/figures.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useFormat } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { properName } from '../../parts/proper-name.ts';
import { figuresIn } from '../../texts/en/figures-in.ts';
import { addTexts } from '../../texts/texts.ts';
import { Columns } from './import/columns.tsx';
import { rejectedFile } from './import/file-rows.ts';
import { SAMPLES, type SampleType } from './import/samples.ts';
import { saveFile } from './import/save-file.ts';
import { textOf } from './import/text-of.ts';
import { type Chosen, type Receipt, useImport } from './import/use-import.ts';

addTexts(figuresIn);

const MOST_BYTES = 4 * 1024 * 1024;
const TYPES = Object.keys(SAMPLES) as SampleType[];
const COUNTS = ['accepted', 'updated', 'unchanged', 'rejectedCount'] as const;

/** What became of the rows, or would become, with the rejected ones. */
function Outcome({ title, chosen, receipt }: { title: string; chosen: Chosen; receipt: Receipt }) {
  const { t } = useTranslation();
  const { whole } = useFormat();
  const { rejected } = receipt;
  return (
    <>
      <Part title={title}>
        <Figures figures={COUNTS.map((name) => ({ label: t(`import.${name}`), value: whole(receipt[name]) }))} />
      </Part>
      {rejected.length > 0 && (
        <Part title={t('import.rejected')} text={t('import.rejectedText')}>
          <DataTable
            caption={t('import.rejected')}
            rows={rejected.slice(0, 100)}
            keyOf={({ line }) => String(line)}
            columns={[
              { head: t('import.line'), cell: ({ line }) => whole(line), numeric: true },
              { head: t('import.reason'), cell: ({ error }) => error },
            ]}
          />
          <Button
            variant="default"
            mt="md"
            onClick={() => saveFile('rejected.csv', rejectedFile(chosen.text, rejected))}
          >
            {t('import.download')}
          </Button>
        </Part>
      )}
    </>
  );
}

function Importer() {
  const { t } = useTranslation();
  const { whole } = useFormat();
  const [type, setType] = useState<SampleType>('website_daily');
  const [file, setFile] = useState<File | null>(null);
  const [chosen, setChosen] = useState<Chosen | undefined>();
  const [isText, setIsText] = useState(true);
  const { look, take, percent } = useImport();
  const isTooLarge = file !== null && file.size > MOST_BYTES;
  const problem = isTooLarge ? t('import.tooLarge') : !isText && t('import.notText');

  const show = (next: Chosen) => {
    take.reset();
    setChosen(next);
    look.mutate(next);
  };
  const open = async (next: File | null, of: SampleType) => {
    setFile(next);
    setChosen(undefined);
    look.reset();
    take.reset();
    setIsText(true);
    if (!next || next.size > MOST_BYTES) return;
    const text = await textOf(next);
    if (text === undefined) setIsText(false);
    else show({ type: of, text, map: {} });
  };

  const seen = chosen && look.data;
  const rows = seen ? seen.accepted + seen.updated + seen.unchanged : 0;
  return (
    <>
      <Part title={t('import.file')}>
        <Stack align="flex-start">
          <Group align="flex-end" gap="sm">
            <NativeSelect
              label={t('import.type')}
              value={type}
              onChange={({ currentTarget }) => {
                const next = currentTarget.value as SampleType;
                setType(next);
                open(file, next);
              }}
              data={TYPES.map((value) => ({ value, label: t(`import.types.${value}`) }))}
            />
            <Button variant="default" onClick={() => saveFile(`${type}.csv`, SAMPLES[type])}>
              {t('import.sample')}
            </Button>
          </Group>
          <FileInput
            w="100%"
            label={t('import.file')}
            description={t('import.fileText')}
            placeholder={t('import.choose')}
            accept=".csv,.tsv,.txt,.json,.ndjson,text/csv"
            value={file}
            error={problem}
            onChange={(next) => open(next, type)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              open(event.dataTransfer.files[0] ?? null, type);
            }}
          />
          {(look.isPending || take.isPending) && (
            <Progress.Root size="lg" w="100%">
              <Progress.Section value={percent} aria-label={t('import.progress')} />
            </Progress.Root>
          )}
          <FormError error={look.error ?? take.error} />
        </Stack>
      </Part>
      {chosen && seen && !take.data && (
        <>
          {seen.recognized && <Text>{t('import.recognized', { tool: properName(seen.recognized) })}</Text>}
          <Columns
            columns={seen.columns}
            fields={seen.fields}
            busy={look.isPending || take.isPending}
            onChange={(map) => show({ ...chosen, map })}
          />
          <Outcome title={t('import.found')} chosen={chosen} receipt={seen} />
          {rows === 0 ? (
            <Text>{t('import.nothing')}</Text>
          ) : (
            <Button
              w="fit-content"
              loading={take.isPending}
              disabled={look.isPending}
              onClick={() => take.mutate(chosen)}
            >
              {t('import.start', { count: rows, rows: whole(rows) })}
            </Button>
          )}
        </>
      )}
      {chosen && take.data && (
        <>
          <Outcome title={t('import.done')} chosen={chosen} receipt={take.data} />
          <Button w="fit-content" variant="default" onClick={() => open(null, type)}>
            {t('import.another')}
          </Button>
        </>
      )}
    </>
  );
}

export function ImportPage() {
  const { t } = useTranslation();
  const profile = useQuery(api.auth.account.profile.queryOptions());
  return (
    <Page title={t('pages.import')} lead={t('import.lead')}>
      <Answer of={profile}>
        {({ data }) => (data.role === 'admin' ? <Importer /> : <Empty>{t('import.onlyAdmins')}</Empty>)}
      </Answer>
    </Page>
  );
}
