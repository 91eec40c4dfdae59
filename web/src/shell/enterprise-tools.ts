import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { isCustomerAdministrator, isStaff, withAnyLoginMethod } from '@lintel/contract/people/permissions'
import type { CurrentUser } from '@lintel/contract/people/users'
import { actorOf } from '../session/current-user'
import type { ConsoleIconName } from '../ui/console-icon'
import { useMayImport } from './import-domains'

interface Tool {
  to: string
  icon: ConsoleIconName
  title: MessageDescriptor
}

/** Tools that staff have for every customer. */
const commonTools = [
  { to: '/audit', icon: 'history', title: msg`Audit log` },
  { to: '/security', icon: 'key', title: msg`Security` },
  { to: '/deletion-requests', icon: 'remove', title: msg`Deletion requests` },
  { to: '/ad-import', icon: 'upload', title: msg`Directory import` },
] as const satisfies Tool[]

/** The tools of the console, in the order of the enterprise menu (admin-console chapter 2). */
export const enterpriseTools = [
  { to: '/project-widgets', icon: 'widgets', title: msg`Project widgets` },
  { to: '/projects-list', icon: 'projects', title: msg`Projects list` },
  { to: '/project-templates', icon: 'templates', title: msg`Project templates` },
  { to: '/users', icon: 'users', title: msg`Users` },
  { to: '/organizations', icon: 'organizations', title: msg`Organizations` },
  ...commonTools,
] as const satisfies Tool[]

/** The tools of the platform's staff, in the order of the menu. */
const staffTools = [
  { to: '/customers', icon: 'customers', title: msg`Customers` },
  { to: '/projects', icon: 'crane', title: msg`All projects` },
  { to: '/providers', icon: 'providers', title: msg`Providers` },
] as const satisfies Tool[]

/** A tool of a customer's administrators. */
export type EnterpriseTool = (typeof enterpriseTools)[number]

export type AnyTool = EnterpriseTool | (typeof staffTools)[number]

/** The tools that a person sees: those of a customer's administrators, and those of the staff. */
export function useTools(user: CurrentUser): { enterprise: readonly EnterpriseTool[]; staff: readonly AnyTool[] } {
  const actor = actorOf(user)
  const isAdministrator = isCustomerAdministrator(withAnyLoginMethod(actor))
  const mayImport = useMayImport(user)
  return {
    enterprise: isAdministrator ? enterpriseTools.filter(({ to }) => to !== '/ad-import' || mayImport) : [],
    staff: isStaff(actor) ? [...staffTools, ...(isAdministrator ? [] : commonTools)] : [],
  }
}
