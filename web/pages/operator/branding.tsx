import { Button, FileInput, Group, Image, Stack, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { sourceOf } from '../../look/brand.ts';
import { Answer } from '../../parts/answer.tsx';
import { useEdit } from '../../parts/edit.ts';
import { FormError } from '../../parts/form-error.tsx';
import { Part } from '../../parts/part.tsx';
import { Save } from '../../parts/save.tsx';
import { orNull } from '../../parts/values.ts';

type Known = inferRouterOutputs<AppRouter>['operator']['clients']['branding']['data'];

const IMAGES = 'image/png,image/jpeg,image/webp';

/** A file as an address, which holds its contents in base64. */
async function addressOf(file: File): Promise<string> {
  const reader = new FileReader();
  const read = new Promise((resolve, reject) => {
    reader.onload = resolve;
    reader.onerror = reject;
  });
  reader.readAsDataURL(file);
  await read;
  return String(reader.result);
}

const contentsOf = (address: string) => address.replace(/^[^,]*,/, '');

const HEIGHT = 40;
/** Of logos on the pages, for a height of 1. */
const WIDEST = 4;

const COLOR = /^#[0-9a-f]{6}$/i;
/** Where the choice of a colour begins. */
const UNSET = '#1f4b99';

interface Typed {
  name: string;
  color: string;
  /** The address of the logo that is stored, or was chosen. */
  logo: string | undefined;
}

/** How the head of a mail and of the pages will look with what is typed; the shades are those of the stored colour. */
function Preview({ known, typed: { name, color, logo } }: { known: Known; typed: Typed }) {
  const { t } = useTranslation();
  return (
    <figure className="brand-preview" aria-label={t('operatorPage.preview')}>
      <Group>
        {logo && (
          <Image
            src={logo}
            alt={t('operatorPage.logo')}
            h={HEIGHT}
            w="auto"
            maw={HEIGHT * WIDEST}
            fit="contain"
            bg="white"
          />
        )}
        <Title order={3} component="div">
          {name.trim() || t('brand')}
        </Title>
      </Group>
      {COLOR.test(color) && (
        <svg width="100%" height={6} aria-hidden>
          <rect width="100%" height={6} fill={color} />
        </svg>
      )}
      {known.colors && color === known.color && (
        <svg width={known.colors.length * 24} height={24} role="img" aria-label={t('operatorPage.shades')}>
          {known.colors.map((shade, place) => (
            <rect key={shade} x={place * 24} width={24} height={24} fill={shade} />
          ))}
        </svg>
      )}
    </figure>
  );
}

function BrandingForm({ id, known, mayChange }: { id: string; known: Known; mayChange: boolean }) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const [chosen, setChosen] = useState<string>();
  const stored = known.logo?.data ?? null;
  const { form, submit, sending, error, changed, saved } = useEdit(
    { name: known.name ?? '', color: known.color ?? '', logo: stored },
    api.operator.clients.updateBranding.mutationOptions({ onSuccess: () => setFile(null) }),
    ({ name, color, logo }) => ({ id, name: orNull(name), color: orNull(color), logo }),
  );
  const { color, logo } = form.values;
  const choose = (next: File | null, contents: string | null) => {
    setFile(next);
    form.setFieldValue('logo', contents);
  };
  async function read(next: File | null) {
    const address = next ? await addressOf(next) : undefined;
    setChosen(address);
    choose(next, address ? contentsOf(address) : stored);
  }
  const shown = logo && logo === stored && known.logo ? sourceOf(known.logo) : chosen;
  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={!mayChange} className="plain-fields">
        <Stack maw={640}>
          <FormError error={error} />
          <Preview known={known} typed={{ ...form.values, logo: logo === null ? undefined : shown }} />
          <TextInput label={t('operatorPage.brandName')} {...form.getInputProps('name')} />
          <TextInput
            label={t('operatorPage.color')}
            placeholder="#1f4b99"
            rightSection={
              <input
                type="color"
                className="color-well"
                aria-label={t('operatorPage.pickColor')}
                value={COLOR.test(color) ? color : UNSET}
                onChange={({ currentTarget }) => form.setFieldValue('color', currentTarget.value)}
              />
            }
            {...form.getInputProps('color')}
          />
          <FileInput
            label={t('operatorPage.logoFile')}
            placeholder={t('operatorPage.chooseLogo')}
            accept={IMAGES}
            disabled={!mayChange}
            error={form.errors.logo}
            value={file}
            onChange={read}
          />
          {mayChange && (
            <Save sending={sending} changed={changed} saved={saved}>
              {stored && (
                <Button
                  variant="default"
                  aria-pressed={logo === null}
                  onClick={() => choose(null, logo === null ? stored : null)}
                >
                  {t('operatorPage.noLogo')}
                </Button>
              )}
            </Save>
          )}
        </Stack>
      </fieldset>
    </form>
  );
}

/** Name, colour and logo that the people of a client see in place of the portal's. */
export function Branding({ id, mayChange }: { id: string; mayChange: boolean }) {
  const { t } = useTranslation();
  const branding = useQuery(api.operator.clients.branding.queryOptions({ id }));
  return (
    <Part title={t('operatorPage.branding')} text={t('operatorPage.brandingText')}>
      <Answer of={branding} height={280}>
        {({ data }) => <BrandingForm key={id} id={id} known={data} mayChange={mayChange} />}
      </Answer>
    </Part>
  );
}
