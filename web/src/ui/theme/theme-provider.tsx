import { MantineProvider } from '@mantine/core'
import { type ReactNode, useSyncExternalStore } from 'react'
import { drawnColorScheme, watchColorScheme } from './color-scheme'
import { theme } from './theme'

/** Mantine without the styles it would make at run time: its variables and classes are static (decision 004). */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const scheme = useSyncExternalStore(watchColorScheme, drawnColorScheme)
  return (
    <MantineProvider theme={theme} forceColorScheme={scheme} withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  )
}
