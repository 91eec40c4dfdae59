import type { ProjectLink } from '@lintel/contract/projects/project-links'
import { comparerOf } from '../ui/compare-texts'
import { finds, searchable } from '../ui/search-text'

/** Favourites first, then the ones opened last, then those never opened by name, in the reader's alphabet. */
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

/** What is searched of a project, by its record: two thousand of them are asked again with every keystroke. */
const prepared = new WeakMap<ProjectLink, string>()

function searched(link: ProjectLink): string {
  const known = prepared.get(link)
  if (known !== undefined) return known
  const made = searchable(link.name, link.externalId, link.description)
  prepared.set(link, made)
  return made
}

/** Whether a project is meant by what was typed: its name, external id or description contains it. */
export const matching = (query: string): ((link: ProjectLink) => boolean) => {
  const isFound = finds(query)
  return (link) => isFound(searched(link))
}
