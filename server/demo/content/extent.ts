import type { DemoProject } from '../projects'

/** How much content a project of the demo world has. */
export type Extent = 'site' | 'library' | 'details' | 'small'

/** Number of projects with the content of a whole building site: the first of Nordbygg's running ones. */
const sites = 20

const libraries: Readonly<Record<string, Extent>> = {
  'LIB-1': 'library',
  'LIB-2': 'details',
  'SØ-L1': 'library',
  'FB-L1': 'library',
}

/** The extent of each project by its id: twenty sites, the libraries, and small ones. */
export function extents(projects: readonly DemoProject[]): Map<string, Extent> {
  const built = projects.filter(
    ({ customer, isLibrary, isTemplate, deleted, hibernated, status }) =>
      customer === 'nordbygg' &&
      !isLibrary &&
      !isTemplate &&
      deleted === undefined &&
      hibernated === undefined &&
      !status,
  )
  const siteIds = new Set(built.slice(0, sites).map(({ id }) => id))
  return new Map(projects.map(({ id, number }) => [id, libraries[number] ?? (siteIds.has(id) ? 'site' : 'small')]))
}
