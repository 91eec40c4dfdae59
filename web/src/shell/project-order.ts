import type { ProjectLink } from '@lintel/contract/projects/project-links'
import { comparerOf } from '../ui/compare-texts'
import { searchableText, textMatcher } from '../ui/search-text'

/** Sorts projects: favourites first, then by last opening, then those never opened by name, in the reader's alphabet. */
export function latestFirst(links: readonly ProjectLink[], locale: string): ProjectLink[] {
  const compare = comparerOf(locale)
  const opened = new Map(links.map(({ id, lastOpenedAt }) => [id, Date.parse(lastOpenedAt ?? '')]))
  const openedAt = ({ id }: ProjectLink) => opened.get(id) || 0
  return links.toSorted(
    (one, other) =>
      Number(other.isFavourite) - Number(one.isFavourite) ||
      openedAt(other) - openedAt(one) ||
      compare(one.name, other.name),
  )
}

/** Searchable text by record, cached because thousands are searched at every keystroke. */
const searchTexts = new WeakMap<ProjectLink, string>()

function searchTextOf(link: ProjectLink): string {
  const known = searchTexts.get(link)
  if (known !== undefined) return known
  const text = searchableText(link.name, link.externalId, link.description)
  searchTexts.set(link, text)
  return text
}

/** Predicate of a search: matches name, external id or description. */
export const matching = (query: string): ((link: ProjectLink) => boolean) => {
  const matches = textMatcher(query)
  return (link) => matches(searchTextOf(link))
}
