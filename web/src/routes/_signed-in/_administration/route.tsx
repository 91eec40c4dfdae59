import { isCustomerAdministrator, isStaff, withAnyLoginMethod } from '@lintel/contract/people/permissions'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { speakOf } from '../../../i18n/texts'
import { actorOf, currentUser } from '../../../session/current-user'
import { mySettings } from '../../../session/user-setting'
import type { ForFrame } from '../../../shell/frame'
import { ToolsFrame } from '../../../shell/tools-frame'

/** Screens of a customer's administrators and of the staff alike: everybody else is led to their projects. */
export const Route = createFileRoute('/_signed-in/_administration')({
  beforeLoad: async ({ context: { queries } }) => {
    const actor = actorOf(await queries.ensureQueryData(currentUser))
    if (!isStaff(actor) && !isCustomerAdministrator(withAnyLoginMethod(actor)))
      throw redirect({ to: '/', replace: true })
    await speakOf('console')
  },
  loader: async ({ context: { queries } }): Promise<ForFrame> => {
    await queries.ensureQueryData(mySettings)
    return { around: ToolsFrame }
  },
})
