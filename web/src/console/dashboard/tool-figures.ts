import { organizations } from '@lintel/contract/people/organizations'
import { users } from '@lintel/contract/people/users'
import { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import type { CountedList } from '../../api/use-live-total'

/** The list that each of the five tools counts, by the tool's path: what the tool opens with. */
export const toolFigures: Readonly<Record<string, (customer: string) => CountedList>> = {
  '/project-widgets': (customer) => ({
    resource: projectStats,
    request: { filter: { customer, hasWidgets: true } },
    follows: dashboardWidgets,
  }),
  '/projects-list': (customer) => ({ resource: projects, request: { filter: { customer } } }),
  '/project-templates': (customer) => ({ resource: projectTemplates, request: { filter: { customer } } }),
  '/users': (customerId) => ({ resource: users, request: { filter: { customerId } } }),
  '/organizations': (customer) => ({ resource: organizations, request: { filter: { customer } } }),
}
