import type { ProjectLink } from '@lintel/contract/projects/project-links'

/** The search box appears above this number of projects (account-portal chapter 9). */
export const searchThreshold = 10

/** The project list in its sections. */
export interface ProjectSections {
  /** The regular projects that are favourites. */
  favourites: ProjectLink[]
  regular: ProjectLink[]
  libraries: ProjectLink[]
  hibernated: ProjectLink[]
  /** Whether the Libraries section is shown, even if it is empty. */
  showsLibraries: boolean
  /** All visible projects, in display order. */
  visible: ProjectLink[]
}

/** Neither library nor hibernated (account-portal chapter 3). */
const isRegular = ({ isHibernated, isLibrary }: ProjectLink): boolean => !isHibernated && !isLibrary

/**
 * Sorts projects into their sections, keeping their order. Favourites are regular projects. Libraries are shown without
 * a search if there are any or the user administers a customer; administrators see them during a search as well
 * (account-portal chapter 2).
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
  const visible = [...favourites, ...regular, ...(showsLibraries ? libraries : []), ...hibernated]
  return { favourites, regular, libraries, hibernated, showsLibraries, visible }
}
