import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The colours of the printed report, unless there is a brand. */
const TEAL: MantineColorsTuple = [
  '#eef5f4',
  '#d9ebe8',
  '#b5d8d3',
  '#8fc4bd',
  '#6fc2b6',
  '#3f918c',
  '#1f7a79',
  '#12676a',
  '#0d5557',
  '#083f42',
];
const night: MantineColorsTuple = [
  '#e8edec',
  '#c9d5d7',
  '#a9bac0',
  '#8aa0a8',
  '#3b5964',
  '#27444f',
  '#16303b',
  '#10242f',
  '#0b1920',
  '#071217',
];

const SANS = 'Inter, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const SERIF = '"Source Serif 4", ui-serif, Charter, Georgia, Cambria, "Noto Serif", serif';

/** The colours of a brand where these differ from what is chosen below for the colours of the report. */
const ofBrand = (shades: MantineColorsTuple | undefined, light: boolean) =>
  shades &&
  (light
    ? {
        '--mantine-color-anchor': shades[7],
        '--mantine-color-teal-light': shades[1],
        '--mantine-color-teal-light-color': shades[8],
        '--own': shades[7],
        '--panel': shades[9],
      }
    : {
        '--mantine-color-anchor': shades[3],
        '--mantine-color-teal-light': `color-mix(in srgb, ${shades[4]} 25%, #10242f)`,
        '--mantine-color-teal-light-color': shades[1],
        '--own': shades[4],
        '--panel': shades[9],
      });

/** Texts of people and from outside may be written from right to left: each says so by its first letter. */
const ANY_DIRECTION = { dir: 'auto' };

const theme = createTheme({
  colors: { teal: TEAL, dark: night },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  fontFamily: SANS,
  headings: {
    fontFamily: SERIF,
    fontWeight: '400',
    sizes: { h1: { fontSize: '2rem', lineHeight: '1.15' }, h2: { fontSize: '1.3rem', lineHeight: '1.3' } },
  },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Paper: { defaultProps: { withBorder: true, p: 'lg', radius: 'md' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', ...ANY_DIRECTION } },
    Text: { defaultProps: ANY_DIRECTION },
    Title: { defaultProps: ANY_DIRECTION },
    Anchor: { defaultProps: ANY_DIRECTION },
    Alert: { defaultProps: ANY_DIRECTION },
    Code: { defaultProps: ANY_DIRECTION },
    TableTd: { defaultProps: ANY_DIRECTION },
    ModalTitle: { defaultProps: ANY_DIRECTION },
    MenuItem: { defaultProps: ANY_DIRECTION },
    TextInput: { defaultProps: { attributes: { input: ANY_DIRECTION } } },
    Textarea: { defaultProps: { attributes: { input: ANY_DIRECTION } } },
    InputWrapper: { defaultProps: { errorProps: { role: 'alert' } } },
    // The chosen one stands out from the others by more than a shade.
    SegmentedControl: { defaultProps: { color: 'teal' } },
    Modal: { defaultProps: { centered: true } },
    Table: { defaultProps: { verticalSpacing: 'sm' } },
  },
});

/** The theme in the colours of a brand, if it has some. */
export const themeIn = (shades: MantineColorsTuple | undefined) =>
  shades ? { ...theme, colors: { ...theme.colors, teal: shades } } : theme;

/** Colours that Mantine would choose too faint for text. */
export const variablesIn =
  (shades: MantineColorsTuple | undefined): CSSVariablesResolver =>
  () => ({
    variables: {},
    light: {
      '--mantine-color-body': '#faf9f6',
      '--mantine-color-text': '#1b2833',
      '--mantine-color-dimmed': '#4a5966',
      '--mantine-color-placeholder': '#5f6c77',
      '--mantine-color-error': '#a63d2b',
      '--mantine-color-anchor': '#0d5b5e',
      '--mantine-color-default-border': '#d5dcdf',
      '--mantine-color-teal-light': '#dcedea',
      '--mantine-color-teal-light-color': '#0d5557',
      '--mantine-color-orange-light': '#f7ead2',
      '--mantine-color-orange-light-color': '#81550f',
      '--mantine-color-yellow-light': '#f7ead2',
      '--mantine-color-yellow-light-color': '#81550f',
      '--mantine-color-red-light': '#f6dfd9',
      '--mantine-color-red-light-color': '#8c3524',
      '--card': '#ffffff',
      '--line': '#dfe4e6',
      '--soft': '#eef3f2',
      '--own': '#12676a',
      '--peer': '#8d9ea8',
      '--mark': '#b87614',
      '--panel': '#10242f',
      ...ofBrand(shades, true),
    },
    dark: {
      '--mantine-color-body': '#0b1920',
      '--mantine-color-text': '#e8edec',
      '--mantine-color-dimmed': '#a9bac0',
      '--mantine-color-placeholder': '#93a7ae',
      '--mantine-color-error': '#f0998a',
      '--mantine-color-anchor': '#7fcabf',
      '--mantine-color-default-border': '#27444f',
      '--mantine-color-teal-light': '#1d4b4c',
      '--mantine-color-teal-light-color': '#b5e3dc',
      '--mantine-color-gray-light': '#2a4450',
      '--mantine-color-gray-light-color': '#d3dee1',
      '--mantine-color-orange-light': '#4b3b1d',
      '--mantine-color-orange-light-color': '#f2d193',
      '--mantine-color-yellow-light': '#4b3b1d',
      '--mantine-color-yellow-light-color': '#f2d193',
      '--mantine-color-red-light': '#552f2b',
      '--mantine-color-red-light-color': '#f8c3b8',
      '--card': '#10242f',
      '--line': '#23404b',
      '--soft': '#16303b',
      '--own': '#6fc2b6',
      '--peer': '#7d949c',
      '--mark': '#e0aa55',
      '--panel': '#10242f',
      ...ofBrand(shades, false),
    },
  });
