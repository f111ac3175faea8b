import { useTranslation } from 'react-i18next';
import type { glossary } from '../texts/en/glossary.ts';

/** A word of the glossary. */
export type Term = keyof typeof glossary.names;

/** A question mark that opens what a word means. */
export function Explained({ term }: { term: Term }) {
  const { t } = useTranslation();
  return (
    <details className="explained no-print">
      <summary aria-label={t('glossary.whatIs', { name: t(`glossary.names.${term}`) })}>?</summary>
      <p>{t(`glossary.texts.${term}`)}</p>
    </details>
  );
}

/** What several words mean, such as those of a chart. */
export function Meanings({ terms }: { terms: Term[] }) {
  const { t } = useTranslation();
  return (
    <details className="meanings no-print">
      <summary>{t('glossary.meaning')}</summary>
      <dl>
        {terms.map((term) => (
          <div key={term}>
            <dt>{t(`glossary.names.${term}`)}</dt>
            <dd>{t(`glossary.texts.${term}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
