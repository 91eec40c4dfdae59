import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DrawingName } from '../ui/drawing'

/** The tools of the console that there are, in the order of the enterprise menu (admin-console chapter 2). */
export const enterpriseTools = [{ to: '/users', drawing: 'users', title: msg`Users` }] as const satisfies {
  to: string
  drawing: DrawingName
  title: MessageDescriptor
}[]
