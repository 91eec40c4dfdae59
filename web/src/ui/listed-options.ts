import { finds, searchable } from './search-text'

/** One thing to choose. Values are unique in the whole field. */
export interface SelectOption {
  value: string
  label: string
}

/** Options under a heading. */
export interface SelectGroup {
  group: string
  items: SelectOption[]
}

/** So many options are listed; whoever has more goes on typing. */
export const mostOptions = 100

/**
 * The options that contain what was typed, without case and accents, at most {@link mostOptions} of them, in their
 * groups; and how many were found that are not listed.
 */
export function listedOptions(groups: readonly SelectGroup[], query: string): { listed: SelectGroup[]; more: number } {
  const isFound = finds(query)
  const listed: SelectGroup[] = []
  let left = mostOptions
  let more = 0
  for (const { group, items } of groups) {
    const found = items.filter(({ label }) => isFound(searchable(label)))
    const shown = found.slice(0, left)
    if (shown.length > 0) listed.push({ group, items: shown })
    left -= shown.length
    more += found.length - shown.length
  }
  return { listed, more }
}
