import type { ProjectLink } from '@lintel/contract/projects/project-links'

/** The search box appears above this many projects (account-portal chapter 9). */
export const searchAbove = 10

/** The project list in its sections. */
export interface ProjectSections {
  /** Those of the regular ones that the person starred. */
  favourites: ProjectLink[]
  regular: ProjectLink[]
  libraries: ProjectLink[]
  hibernated: ProjectLink[]
  /** The Libraries section shows, even when there is nothing in it yet. */
  showsLibraries: boolean
  /** All that stand on the screen, from above. */
  shown: ProjectLink[]
}

/** Neither library nor hibernated (account-portal chapter 3). */
const isRegular = ({ isHibernated, isLibrary }: ProjectLink): boolean => !isHibernated && !isLibrary

/**
 * Sorts projects into their sections, keeping their order. Favourites are regular projects under a heading of their own. Libraries show without a search when there are any or the
 * person administers a customer; an administrator sees them during a search as well (account-portal chapter 2).
 */
export function projectSections(
  links: readonly ProjectLink[],
  isSearching: boolean,
  isAdministrator: boolean,
): ProjectSections {
  const favourites = links.filter((link) => isRegular(link) && link.isFavourite)
  const regular = links.filter((link) => isRegular(link) && !link.isFavourite)
  const libraries = links.filter(({ isLibrary, isHibernated }) => isLibrary && !isHibernated)
  const hibernated = links.filter(({ isHibernated }) => isHibernated)
  const showsLibraries = isAdministrator || (!isSearching && libraries.length > 0)
  const shown = [...favourites, ...regular, ...(showsLibraries ? libraries : []), ...hibernated]
  return { favourites, regular, libraries, hibernated, showsLibraries, shown }
}
