import { createTheme, type MantineColorsTuple } from '@mantine/core';

const gable: MantineColorsTuple = [
  '#e9f8f5',
  '#d3efea',
  '#a5dfd5',
  '#73cfbf',
  '#4bc1ac',
  '#2fb39d',
  '#17907d',
  '#0f766e',
  '#0c635c',
  '#074e48',
];

/** One accent, its shades dark enough for white text and light enough on dark ground. */
export const theme = createTheme({
  colors: { gable },
  primaryColor: 'gable',
  primaryShade: { light: 7, dark: 7 },
  defaultRadius: 'md',
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: { fontWeight: '650' },
  cursorType: 'pointer',
  respectReducedMotion: true,
});
