import { searchableText, textMatcher } from './search-text'

/** One option. Values are unique in the whole field. */
export interface SelectOption {
  value: string
  label: string
}

/** Options under a heading. */
export interface SelectGroup {
  group: string
  items: SelectOption[]
}

/** Maximum number of options listed; typing finds the others. */
export const maxOptions = 100

/**
 * The options that match the query, ignoring case and accents, in their groups: at most {@link maxOptions}, and the
 * number of further matches.
 */
export function filterOptions(groups: readonly SelectGroup[], query: string): { listed: SelectGroup[]; more: number } {
  const matches = textMatcher(query)
  const listed: SelectGroup[] = []
  let left = maxOptions
  let more = 0
  for (const { group, items } of groups) {
    const matching = items.filter(({ label }) => matches(searchableText(label)))
    const visible = matching.slice(0, left)
    if (visible.length > 0) listed.push({ group, items: visible })
    left -= visible.length
    more += matching.length - visible.length
  }
  return { listed, more }
}
