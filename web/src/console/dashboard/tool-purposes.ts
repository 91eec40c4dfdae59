import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { EnterpriseTool } from '../../shell/enterprise-tools'

/** The purpose of each tool in one sentence. Kept out of the menu, whose code is part of every first load. */
export const toolPurposes: Readonly<Record<EnterpriseTool['to'], MessageDescriptor>> = {
  '/project-widgets': msg`What is going on in all your projects, at a glance`,
  '/projects-list': msg`What is in your projects, in figures, and their exports`,
  '/project-templates': msg`What new projects begin with, taken from your libraries`,
  '/users': msg`Who has access to which project, and with which role`,
  '/organizations': msg`The companies that your users work for`,
  '/audit': msg`Who changed what, when and from where`,
  '/security': msg`How your people sign in, and which programs work for you`,
  '/deletion-requests': msg`People who want their accounts deleted, and what it would affect`,
  '/ad-import': msg`People, groups and access from your directory, previewed before anything changes`,
}
