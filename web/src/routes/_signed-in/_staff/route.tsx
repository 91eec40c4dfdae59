import { isStaff } from '@lintel/contract/people/permissions'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { speakOf } from '../../../i18n/texts'
import { actorOf, currentUser } from '../../../session/current-user'
import { mySettings } from '../../../session/user-setting'
import { ToolsFrame } from '../../../shell/tools-frame'

/** The staff's screens: everybody else is led to their projects (admin-console chapter 6). */
export const Route = createFileRoute('/_signed-in/_staff')({
  beforeLoad: async ({ context: { queries } }) => {
    const user = await queries.ensureQueryData(currentUser)
    if (!isStaff(actorOf(user))) throw redirect({ to: '/', replace: true })
    await speakOf('console')
  },
  // How the person arranged their grids: known before the first grid is drawn.
  loader: ({ context: { queries } }) => queries.ensureQueryData(mySettings),
  component: () => (
    <ToolsFrame>
      <Outlet />
    </ToolsFrame>
  ),
})
