import { createFileRoute, Outlet } from '@tanstack/react-router'
import { useRecordSteps } from '../../../api/form/use-record-steps'
import { mySettings } from '../../../session/user-setting'
import type { FrameLoaderData } from '../../../shell/frame'
import { ToolsFrame } from '../../../shell/tools-frame'
import { useUndoKeys } from '../../../ui/use-undo-keys'

/** The staff screens; everybody else is redirected to their projects (admin-console chapter 6). */
export const Route = createFileRoute('/_signed-in/_staff')({
  // Loaded with the console, not with the first screen of everybody.
  beforeLoad: async (entry) => (await import('../../../session/enter-console')).enterConsole(entry, 'staff'),
  // The settings contain the grid layouts, which the first grid needs.
  loader: async ({ context: { queries } }): Promise<FrameLoaderData> => {
    await queries.ensureQueryData(mySettings)
    return { layout: ToolsFrame }
  },
  component: StaffScreens,
})

/** Ctrl-Z and Ctrl-Shift-Z undo and redo the saves of all staff forms. */
function StaffScreens() {
  useUndoKeys(useRecordSteps())
  return <Outlet />
}
