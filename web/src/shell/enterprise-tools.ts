import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { isCustomerAdministrator, isStaff, withAnyLoginMethod } from '@lintel/contract/people/permissions'
import type { CurrentUser } from '@lintel/contract/people/users'
import { actorOf } from '../session/current-user'
import type { DrawingName } from '../ui/drawing'
import { useMayImport } from './import-domains'

interface Tool {
  to: string
  drawing: DrawingName
  title: MessageDescriptor
}

/** The staff have these for every customer. */
const sharedTools = [
  { to: '/audit', drawing: 'history', title: msg`Audit log` },
  { to: '/security', drawing: 'key', title: msg`Security` },
  { to: '/deletion-requests', drawing: 'remove', title: msg`Deletion requests` },
  { to: '/ad-import', drawing: 'upload', title: msg`Directory import` },
] as const satisfies Tool[]

/** The tools of the console that there are, in the order of the enterprise menu (admin-console chapter 2). */
export const enterpriseTools = [
  { to: '/project-widgets', drawing: 'widgets', title: msg`Project widgets` },
  { to: '/projects-list', drawing: 'projects', title: msg`Projects list` },
  { to: '/project-templates', drawing: 'templates', title: msg`Project templates` },
  { to: '/users', drawing: 'users', title: msg`Users` },
  { to: '/organizations', drawing: 'organizations', title: msg`Organizations` },
  ...sharedTools,
] as const satisfies Tool[]

/** The screens of those who run the platform, in the order of the menu: an entry comes with its screen. */
const staffTools = [
  { to: '/customers', drawing: 'customers', title: msg`Customers` },
  { to: '/projects', drawing: 'crane', title: msg`All projects` },
  { to: '/providers', drawing: 'providers', title: msg`Providers` },
] as const satisfies Tool[]

/** A tool of a customer's administrators. */
export type EnterpriseTool = (typeof enterpriseTools)[number]

export type AnyTool = EnterpriseTool | (typeof staffTools)[number]

/** The tools that somebody sees: those of a customer's administrators, and those of the staff. */
export function useTools(user: CurrentUser): { enterprise: readonly EnterpriseTool[]; staff: readonly AnyTool[] } {
  const actor = actorOf(user)
  const isAdministrator = isCustomerAdministrator(withAnyLoginMethod(actor))
  const mayImport = useMayImport(user)
  return {
    enterprise: isAdministrator ? enterpriseTools.filter(({ to }) => to !== '/ad-import' || mayImport) : [],
    staff: isStaff(actor) ? [...staffTools, ...(isAdministrator ? [] : sharedTools)] : [],
  }
}
