import { usePageKeys } from './use-page-keys'

/** Page-wide keyboard shortcuts, as `?` and `/`; ignored where text is typed. */
export const usePageShortcuts = (keys: Readonly<Record<string, () => void>>): void =>
  usePageKeys(({ key, ctrlKey, metaKey, altKey }) => {
    const run = ctrlKey || metaKey || altKey ? undefined : keys[key]
    run?.()
    return run !== undefined
  })
