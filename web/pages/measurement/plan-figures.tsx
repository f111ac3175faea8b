import { Alert, Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Meanings } from '../../parts/explained.tsx';
import { Figures } from '../../parts/figures.tsx';
import { useFormat } from '../../parts/format.ts';
import { Part } from '../../parts/part.tsx';
import { answersLeft, type MeasurementPlan } from './measure-now.tsx';

/** What a run of the plan costs and shows, and what is left of the budget. */
export function PlanFigures({ plan }: { plan: MeasurementPlan }) {
  const { t } = useTranslation();
  const { number, whole, dateTime } = useFormat();
  const { forecast, answers, nextRunAt, leftOut, readingsPerPrompt } = plan;
  const { prompts, engines, answersPerRun, runsAMonth, fitsBudget, halfWidth, smallestVisible, grade } = forecast;
  const used = { used: whole(answers.used), budget: whole(answers.budget), reserved: whole(answers.reserved) };
  return (
    <Part
      title={t('measuring.plan')}
      text={t('measuring.planText')}
      aside={
        grade && <Badge className="tag">{t('measuring.evidence', { grade: t(`measuring.grades.${grade}`) })}</Badge>
      }
    >
      <Figures
        figures={[
          {
            label: t('measuring.answersPerRun'),
            value: whole(answersPerRun),
            note: t('measuring.answersNote', {
              prompts: t('measuring.askedPrompts', { count: prompts, shown: whole(prompts) }),
              engines: t('measuring.askedEngines', { count: engines, shown: whole(engines) }),
              readings: whole(readingsPerPrompt),
            }),
          },
          {
            label: t('measuring.left'),
            value: whole(answersLeft(plan)),
            note: answers.reserved > 0 ? t('measuring.leftReserved', used) : t('measuring.leftNote', used),
          },
          {
            term: 'smallestChange',
            label: t('measuring.visible'),
            value: number(smallestVisible),
            note: t('measuring.visibleNote'),
          },
          {
            term: 'range',
            label: t('measuring.range'),
            value: halfWidth === null ? '–' : `± ${number(halfWidth)}`,
            note: t('measuring.rangeNote'),
          },
        ]}
      />
      <Meanings terms={['evidence', 'mentionRate']} />
      {plan.enabled && !fitsBudget && (
        <Alert color="yellow" mt="md">
          {t('measuring.overBudget', { needed: whole(answersPerRun * runsAMonth), budget: whole(answers.budget) })}
        </Alert>
      )}
      {leftOut && (
        <Alert color="yellow" mt="md" role="status">
          {t('measuring.leftOut', { at: dateTime(leftOut.at), why: t(`measuring.leftOutWhy.${leftOut.reason}`) })}
        </Alert>
      )}
      <Text size="sm" mt="md">
        {nextRunAt ? t('measuring.next', { at: dateTime(nextRunAt) }) : t('measuring.noNext')}
      </Text>
    </Part>
  );
}
