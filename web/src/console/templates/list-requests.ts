import type { ListRequest } from '@lintel/contract/jsonapi/query'
import { projectTemplates } from '@lintel/contract/projects/project-templates'

/** Templates without their entries, which may be thousands each; the entries of the selected one are loaded separately. */
export const templateListRequest: ListRequest = {
  fields: { [projectTemplates.type]: ['name', 'customer', 'isDefault', 'numProjects', 'createdAt', 'updatedAt'] },
}

/** The libraries of a customer that are not deleted. */
export const libraryListRequest: ListRequest = { filter: { isLibrary: true, isInactive: false } }
