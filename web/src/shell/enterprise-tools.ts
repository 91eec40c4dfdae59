import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DrawingName } from '../ui/drawing'

/** The tools of the console that there are, in the order of the enterprise menu (admin-console chapter 2). */
export const enterpriseTools = [
  {
    to: '/users',
    drawing: 'users',
    title: msg`Users`,
    purpose: msg`Who has access to which project, and with which role`,
  },
  {
    to: '/organizations',
    drawing: 'organizations',
    title: msg`Organizations`,
    purpose: msg`The companies that your users work for`,
  },
] as const satisfies { to: string; drawing: DrawingName; title: MessageDescriptor; purpose: MessageDescriptor }[]
