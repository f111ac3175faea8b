import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { INDUSTRIES, isIndustry, useIndustry } from './industries.ts';

const OTHER = 'other…';

interface Contents {
  value?: string;
  onChange?: (value: string) => void;
  error?: ReactNode;
  readOnly?: boolean;
}

/** The industry of an organization: one that the portal has questions for, or another in its own words. */
export function IndustryField({ value = '', onChange, error, readOnly = false }: Contents) {
  const { t, i18n } = useTranslation();
  const nameOf = useIndustry();
  const [other, setOther] = useState(value !== '' && !isIndustry(value));
  const isOther = other || (value !== '' && !isIndustry(value));
  const names = INDUSTRIES.map((key) => ({ value: key, label: nameOf(key) }));
  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('organizationPage.vertical')}
        disabled={readOnly}
        value={isOther ? OTHER : value}
        error={!isOther && error}
        onChange={({ currentTarget }) => {
          setOther(currentTarget.value === OTHER);
          onChange?.(currentTarget.value === OTHER ? '' : currentTarget.value);
        }}
        data={[
          { value: '', label: t('organizationPage.verticalNone') },
          ...names.toSorted((one, next) => one.label.localeCompare(next.label, i18n.language)),
          { value: OTHER, label: t('organizationPage.verticalOther') },
        ]}
      />
      {isOther && (
        <TextInput
          label={t('organizationPage.verticalOtherName')}
          readOnly={readOnly}
          maxLength={80}
          value={value.replaceAll('_', ' ')}
          error={error}
          onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
        />
      )}
    </Stack>
  );
}
