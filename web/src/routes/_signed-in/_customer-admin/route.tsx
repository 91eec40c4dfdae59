import { isCustomerAdministrator, withAnyLoginMethod } from '@lintel/contract/people/permissions'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { speakOf } from '../../../i18n/texts'
import { actorOf, currentUser } from '../../../session/current-user'
import { mySettings } from '../../../session/user-setting'
import type { ForFrame } from '../../../shell/frame'
import { ToolsFrame } from '../../../shell/tools-frame'

/** Everybody else is led to their projects (admin-console chapter 6). */
export const Route = createFileRoute('/_signed-in/_customer-admin')({
  beforeLoad: async ({ context: { queries } }) => {
    const user = await queries.ensureQueryData(currentUser)
    if (!isCustomerAdministrator(withAnyLoginMethod(actorOf(user)))) throw redirect({ to: '/', replace: true })
    await speakOf('console')
  },
  // Which customer is active, and how the person arranged their grids: known before the first grid is drawn.
  loader: async ({ context: { queries } }): Promise<ForFrame> => {
    await queries.ensureQueryData(mySettings)
    return { around: ToolsFrame }
  },
})
