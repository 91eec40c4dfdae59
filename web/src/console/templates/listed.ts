import type { ListRequest } from '@lintel/contract/jsonapi/query'
import { projectTemplates } from '@lintel/contract/projects/project-templates'

/** The list of templates goes without their entries, of which each may have thousands: those of the chosen one are read by themselves. */
export const listedTemplates: ListRequest = {
  fields: { [projectTemplates.type]: ['name', 'customer', 'isDefault', 'numProjects', 'createdAt', 'updatedAt'] },
}

/** The libraries of a customer that are not deleted. */
export const listedLibraries: ListRequest = { filter: { isLibrary: true, isInactive: false } }
