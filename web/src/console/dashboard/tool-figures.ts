import type { ListRequest } from '@lintel/contract/jsonapi/query'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { organizations } from '@lintel/contract/people/organizations'
import { users } from '@lintel/contract/people/users'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'

/** A list whose number of records stands beside a tool. */
export interface ToolFigure {
  resource: AnyResource
  request(customer: string): ListRequest
}

const ofCustomer = (customer: string): ListRequest => ({ filter: { customer } })

/** What each of the five tools is about, by its address: the figure counts those of the active customer. */
export const toolFigures: Readonly<Record<string, ToolFigure>> = {
  '/projects-list': {
    resource: projects,
    request: (customer) => ({ filter: { customer, isLibrary: false, isInactive: false } }),
  },
  '/project-templates': { resource: projectTemplates, request: ofCustomer },
  '/users': { resource: users, request: (customerId) => ({ filter: { customerId } }) },
  '/organizations': { resource: organizations, request: ofCustomer },
}
