import { isStaff } from '@lintel/contract/people/permissions'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { useRecordSteps } from '../../../api/form/use-record-steps'
import { speakOf } from '../../../i18n/texts'
import { actorOf, currentUser } from '../../../session/current-user'
import { mySettings } from '../../../session/user-setting'
import type { ForFrame } from '../../../shell/frame'
import { ToolsFrame } from '../../../shell/tools-frame'
import { useUndoKeys } from '../../../ui/use-undo-keys'

/** The staff's screens: everybody else is led to their projects (admin-console chapter 6). */
export const Route = createFileRoute('/_signed-in/_staff')({
  beforeLoad: async ({ context: { queries } }) => {
    const user = await queries.ensureQueryData(currentUser)
    if (!isStaff(actorOf(user))) throw redirect({ to: '/', replace: true })
    await speakOf('console')
  },
  // How the person arranged their grids: known before the first grid is drawn.
  loader: async ({ context: { queries } }): Promise<ForFrame> => {
    await queries.ensureQueryData(mySettings)
    return { around: ToolsFrame }
  },
  component: StaffScreens,
})

/** Ctrl-Z and Ctrl-Shift-Z walk what the forms of all of them saved. */
function StaffScreens() {
  useUndoKeys(useRecordSteps())
  return <Outlet />
}
