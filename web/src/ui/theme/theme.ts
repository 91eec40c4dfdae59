import { createTheme } from '@mantine/core'

/** What Mantine computes with in JavaScript; how things look is said in CSS by the tokens. */
export const theme = createTheme({
  fontFamily: 'var(--sans)',
  defaultRadius: 6,
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
})
