import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { Answer } from '../parts/answer.tsx';
import { Page } from '../parts/page.tsx';
import { measuring } from '../texts/en/measuring.ts';
import { addTexts } from '../texts/texts.ts';
import { MeasureNow } from './measurement/measure-now.tsx';
import { PlanFigures } from './measurement/plan-figures.tsx';
import { PlanForm } from './measurement/plan-form.tsx';
import { Prompts } from './measurement/prompts.tsx';
import { Runs } from './measurement/runs.tsx';

addTexts(measuring);

export function MeasurementPage() {
  const { t } = useTranslation();
  const measurement = useQuery(api.visibility.measurement.get.queryOptions());
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const isAdmin = profile?.data.role === 'admin';
  const plan = measurement.data?.data;
  return (
    <Page
      title={t('pages.measurement')}
      lead={t('measuring.lead')}
      actions={isAdmin && plan && <MeasureNow plan={plan} />}
    >
      <Answer of={measurement} height={760}>
        {({ data }) => (
          <>
            {data.engines.every(({ available }) => !available) && (
              <Alert color="yellow" role="status">
                {t('measuring.noEngines')}
              </Alert>
            )}
            <PlanFigures plan={data} />
            <Prompts mayEdit={isAdmin} />
            {isAdmin && <PlanForm plan={data} />}
            <Runs />
          </>
        )}
      </Answer>
    </Page>
  );
}
