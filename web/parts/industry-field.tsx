import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { organization } from '../texts/en/organization.ts';

type Industry = keyof typeof organization.industries;

const INDUSTRIES = Object.keys(organization.industries) as Industry[];
const OTHER = 'other…';
const isKnown = (value: string) => INDUSTRIES.some((one) => one === value);

interface Contents {
  value?: string;
  onChange?: (value: string) => void;
  error?: ReactNode;
  readOnly?: boolean;
}

/** The industry of an organization: one that the portal has questions for, or another in its own words. */
export function IndustryField({ value = '', onChange, error, readOnly = false }: Contents) {
  const { t, i18n } = useTranslation();
  const [other, setOther] = useState(value !== '' && !isKnown(value));
  const isOther = other || (value !== '' && !isKnown(value));
  const names = INDUSTRIES.map((key) => ({ value: key, label: t(`industries.${key}`) }));
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
          value={value}
          error={error}
          onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
        />
      )}
    </Stack>
  );
}
