import type { MantineColorsTuple } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { store } from '../api/store.ts';

interface Brand {
  name?: string;
  /** Ten shades, made by the portal so that they are legible. */
  colors?: MantineColorsTuple;
  /** Its address, and its width for a height of 1. */
  logo?: { src: string; ratio: number };
}

/** The name, colour and logo of the operator, read from the document. */
const ofPortal: Brand = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content || '{}',
) as Brand;

const shown = store(ofPortal);

/** The brand of an organization, as the portal returns it. */
interface Chosen {
  name: string | null;
  colors: string[] | null;
  logo: { type: string; data: string; ratio: number } | null;
}

export const sourceOf = ({ type, data }: { type: string; data: string }) => `data:${type};base64,${data}`;

/** Shows the brand of an organization from now on; without one, that of the portal. */
export function applyBrand(chosen?: Chosen) {
  const { name, colors, logo } = chosen ?? {};
  if (!name && !colors && !logo) return shown.set(ofPortal);
  shown.set({
    ...ofPortal,
    ...(name && { name }),
    ...(colors && { colors: colors as unknown as MantineColorsTuple }),
    ...(logo && { logo: { src: sourceOf(logo), ratio: logo.ratio } }),
  });
}

/** The brand for the present visitor. */
export const useBrand = () => useSyncExternalStore(shown.subscribe, shown.get);

/** The name of the portal. */
export function useBrandName() {
  const { t } = useTranslation();
  return useBrand().name ?? t('brand');
}

/** The properties of the logo at a height. */
export function useLogo(height: number) {
  const { src, ratio } = useBrand().logo ?? { src: '/icon.svg', ratio: 1 };
  return { src, height, width: Math.round(height * ratio) };
}
