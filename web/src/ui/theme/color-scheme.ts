/** Light, dark, or whatever the device says. */
export type ColorScheme = 'light' | 'dark' | 'system'

/** The one thing kept in local storage (security H8): how bright the person likes it. */
const storageKey = 'lintel-theme'

const listeners = new Set<() => void>()
const darkDevice = () => window.matchMedia('(prefers-color-scheme: dark)')

/** The person's choice; `system` when none was made or storage is forbidden. */
export function chosenColorScheme(): ColorScheme {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** What the choice comes to on this device now. */
export const drawnColorScheme = (): 'light' | 'dark' => {
  const chosen = chosenColorScheme()
  if (chosen !== 'system') return chosen
  return darkDevice().matches ? 'dark' : 'light'
}

/** Puts the choice on the document, where the tokens look for it. */
export function applyColorScheme(): void {
  const chosen = chosenColorScheme()
  if (chosen === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
}

/** Keeps a choice and draws it at once, in this tab and (by the storage event) in the others. */
export function chooseColorScheme(choice: ColorScheme): void {
  try {
    if (choice === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, choice)
  } catch {
    // Storage is forbidden: the choice cannot be kept, and the device's own scheme stays.
  }
  announce()
}

/** For `useSyncExternalStore`: calls back when the choice or the device's scheme changes. */
export function watchColorScheme(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', announce)
    darkDevice().addEventListener('change', announce)
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce() {
  applyColorScheme()
  for (const listener of listeners) listener()
}
