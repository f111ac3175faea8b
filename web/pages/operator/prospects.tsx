import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer, Empty } from '../../parts/answer.tsx';
import { CopyLink } from '../../parts/copy-link.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { IndustryField } from '../../parts/industry-field.tsx';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';
import { useSend } from '../../parts/send.ts';
import { prospects as prospectTexts } from '../../texts/en/prospects.ts';
import { addTexts } from '../../texts/texts.ts';
import { OperatorsOnly } from './operators-only.tsx';
import { type Pitch, type Prospect, ProspectPart } from './prospect.tsx';
import type { Won } from './win-form.tsx';

addTexts(prospectTexts);

/** How often a measurement under way is looked at, in milliseconds. */
const EVERY = 3000;

const FILTER = { status: 'prospect', sort: 'name', limit: 20 } as const;

function NewProspect() {
  const { t } = useTranslation();
  const { form, submit, sending, error } = useSend(
    { website: '', name: '', vertical: '', address: '' },
    api.operator.clients.create.mutationOptions(),
    {
      inputOf: ({ name, ...facts }) => ({
        name,
        status: 'prospect' as const,
        ...Object.fromEntries(Object.entries(facts).filter(([, text]) => text.trim())),
      }),
      onAnswer() {
        form.reset();
      },
    },
  );
  return (
    <Part title={t('prospects.fresh')} text={t('prospects.freshText')}>
      <form onSubmit={submit} noValidate>
        <Stack maw={640}>
          <FormError error={error} />
          <TextInput
            label={t('operatorPage.website')}
            type="url"
            placeholder="https://…"
            {...form.getInputProps('website')}
          />
          <TextInput label={t('operatorPage.name')} required {...form.getInputProps('name')} />
          <IndustryField {...form.getInputProps('vertical')} />
          <TextInput
            label={t('prospects.place')}
            description={t('prospects.placeText')}
            {...form.getInputProps('address')}
          />
          <div>
            <Button type="submit" loading={sending}>
              {t('prospects.create')}
            </Button>
          </div>
        </Stack>
      </form>
    </Part>
  );
}

const isOpen = ({ measurement }: Prospect) => measurement?.status === 'running';

interface Contents {
  mayChange: boolean;
  mayCreate: boolean;
  onWon: (won: Won) => void;
}

/** The prospects, and below them the form for another one: it comes after the list, whose length nobody knows before. */
function Prospects({ mayChange, mayCreate, onWon }: Contents) {
  const { t } = useTranslation();
  const [pitches, setPitches] = useState<Record<string, Pitch>>({});
  const list = useList(
    api.operator.clients.list.queryKey(FILTER),
    (page, how) => portal.operator.clients.list.query({ ...FILTER, ...page }, how),
    ({ data }) => data,
  );
  useQuery({
    queryKey: ['prospects', 'look'],
    queryFn: async () => (await list.refetch()).dataUpdatedAt,
    enabled: list.rows?.some(isOpen) ?? false,
    refetchInterval: EVERY,
  });
  return (
    <>
      <Answer of={{ ...list, data: list.rows }} height={320}>
        {(rows) => (
          <Stack>
            {rows.length === 0 && <Empty>{t('prospects.none')}</Empty>}
            {rows.map((prospect) => (
              <ProspectPart
                key={prospect.id}
                prospect={prospect}
                mayChange={mayChange}
                pitch={pitches[prospect.id]}
                onPitch={(pitch) => setPitches((known) => ({ ...known, [prospect.id]: pitch }))}
                onWon={onWon}
              />
            ))}
            <More of={list} />
          </Stack>
        )}
      </Answer>
      {mayCreate && (list.rows || list.error) && <NewProspect />}
    </>
  );
}

/** What has become of a prospect that was won. Its part is gone, so the focus comes here. */
function WonMessage({ won: { name, email, url } }: { won: Won }) {
  const { t } = useTranslation();
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => shown.current?.focus(), []);
  return (
    <Alert color="teal" role="status" ref={shown} tabIndex={-1}>
      {t('prospects.won', { name, email })}
      <CopyLink url={url} />
    </Alert>
  );
}

export function ProspectsPage() {
  const { t } = useTranslation();
  const [won, setWon] = useState<Won>();
  return (
    <Page title={t('pages.prospects')} lead={t('prospects.lead')}>
      <OperatorsOnly>
        {(mayChange, isLimited) => (
          <>
            {won && <WonMessage key={won.email + won.name} won={won} />}
            <Prospects mayChange={mayChange} mayCreate={mayChange && !isLimited} onWon={setWon} />
          </>
        )}
      </OperatorsOnly>
    </Page>
  );
}
