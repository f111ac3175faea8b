import { NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { FormError } from '../../../parts/form-error.tsx';
import { Part } from '../../../parts/part.tsx';

const CHOICES = ['redacted', 'topics'] as const;
type Choice = (typeof CHOICES)[number];

/** What leaves the portal of a question. */
export function QuestionText({ value }: { value: Choice }) {
  const { t } = useTranslation();
  const update = useMutation({ ...api.auth.org.update.mutationOptions(), meta: { shown: true } });
  return (
    <Part title={t('organizationPage.questions')} text={t('organizationPage.questionsText')}>
      <FormError error={update.error} />
      <NativeSelect
        maw={560}
        label={t('organizationPage.sent')}
        value={value}
        disabled={update.isPending}
        data={CHOICES.map((choice) => ({ value: choice, label: t(`organizationPage.questionText.${choice}`) }))}
        onChange={({ currentTarget }) => update.mutate({ questionText: currentTarget.value as Choice })}
      />
    </Part>
  );
}
