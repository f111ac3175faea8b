import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { reporting } from '../../../texts/en/reporting.ts';

export type Section = keyof typeof reporting.reporting.parts;

// As a record, so that no section can be missing.
export const SECTIONS = Object.keys({
  overview: true,
  scores: true,
  ai_search: true,
  competitors: true,
  website: true,
  search: true,
  reviews: true,
  listings: true,
  goals: true,
  tasks: true,
  content: true,
} satisfies Record<Section, true>) as Section[];

interface Contents {
  sections: Section[];
  onChange: (sections: Section[]) => void;
}

/** The sections of a report: in which order, and which are left out. */
export function SectionOrder({ sections, onChange }: Contents) {
  const { t } = useTranslation();
  const nameOf = (section: Section) => t(`reporting.parts.${section}`);
  const moved = (from: number, to: number) => {
    const [section] = sections.slice(from, from + 1);
    return section ? sections.toSpliced(from, 1).toSpliced(to, 0, section) : sections;
  };
  const others = SECTIONS.filter((section) => !sections.includes(section));
  return (
    <Fieldset legend={t('reporting.sections')}>
      <Stack gap="xs">
        <ol className="plain-list">
          {sections.map((section, place) => (
            <li key={section}>
              <Group justify="space-between" gap="xs" mb={4}>
                <Text>
                  {place + 1}. {nameOf(section)}
                </Text>
                <Group gap={4}>
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={place === 0}
                    aria-label={t('reporting.moveUp', { section: nameOf(section) })}
                    onClick={() => onChange(moved(place, place - 1))}
                  >
                    ↑
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={place === sections.length - 1}
                    aria-label={t('reporting.moveDown', { section: nameOf(section) })}
                    onClick={() => onChange(moved(place, place + 1))}
                  >
                    ↓
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    // A report has one at least.
                    disabled={sections.length === 1}
                    aria-label={t('reporting.takeOut', { name: nameOf(section) })}
                    onClick={() => onChange(sections.toSpliced(place, 1))}
                  >
                    ×
                  </Button>
                </Group>
              </Group>
            </li>
          ))}
        </ol>
        {others.length > 0 && (
          <Group gap="xs">
            {others.map((section) => (
              <Button
                key={section}
                size="compact-sm"
                variant="default"
                onClick={() => onChange([...sections, section])}
              >
                {t('reporting.addSection', { section: nameOf(section) })}
              </Button>
            ))}
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
