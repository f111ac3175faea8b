import { useTranslation } from 'react-i18next';
import { spelledOut } from '../../parts/words.ts';
import { content } from '../../texts/en/content.ts';

type Known = keyof typeof content.contentTypes;

const isKnown = (type: string): type is Known => Object.hasOwn(content.contentTypes, type);

/** The name of a kind of content that is known; of others, which pipelines send, its words. */
export function useContentType() {
  const { t } = useTranslation();
  return (type: string) => (isKnown(type) ? t(`contentTypes.${type}`) : spelledOut(type));
}
