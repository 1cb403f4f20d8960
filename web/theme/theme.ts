import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** The accent color. Mantine requires ten shades; only the middle ones are used. */
const light: MantineColorsTuple = [
  '#fdf6e7',
  '#fdf1da',
  '#fbe0b0',
  '#f8cd80',
  '#f5b133',
  '#f0a51c',
  '#e39710',
  '#c57e05',
  '#a96a00',
  '#8a5300',
];

export const theme = createTheme({
  primaryColor: 'light',
  primaryShade: { light: 5, dark: 4 },
  colors: { light },
  autoContrast: true,
  luminanceThreshold: 0.35,
  black: '#1a1814',
  fontFamily: 'var(--sans)',
  headings: { fontFamily: 'var(--display)' },
  fontSizes: {
    xs: 'var(--text-small)',
    sm: 'var(--text-body)',
    md: 'var(--text-body)',
    lg: 'var(--text-lead)',
    xl: 'var(--text-title)',
  },
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
});

/** Mantine's variables follow the design tokens, so that one file defines all colors of both themes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-placeholder': 'var(--ink-faint)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-default': 'transparent',
    '--mantine-color-default-hover': 'var(--paper-sunk)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
  },
  light: {},
  dark: {},
});
