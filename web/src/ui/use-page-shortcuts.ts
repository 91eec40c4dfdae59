import { usePageKeys } from './use-page-keys'

/** Whether a key is a page-wide shortcut of some screen: it begins no editing of a cell, and no type-ahead. */
export const isPageKey = (key: string): boolean => ['?', '/', '.'].includes(key)

/** Page-wide keyboard shortcuts, as `?` and `/`; ignored where text is typed. */
export const usePageShortcuts = (keys: Readonly<Record<string, () => void>>): void =>
  usePageKeys(({ key, ctrlKey, metaKey, altKey }) => {
    const run = ctrlKey || metaKey || altKey ? undefined : keys[key]
    run?.()
    return run !== undefined
  })
