import type { DemoProject } from '../projects'

/** How much a project of the demo world holds. */
export type Extent = 'site' | 'library' | 'details' | 'small'

/** Projects with all that a building site has: the contractor's own that are built, in the order of the demo. */
const sites = 20

const libraries: Readonly<Record<string, Extent>> = {
  'LIB-1': 'library',
  'LIB-2': 'details',
  'SØ-L1': 'library',
  'FB-L1': 'library',
}

/** How much each project holds: twenty sites, the libraries, and little in the others. */
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
