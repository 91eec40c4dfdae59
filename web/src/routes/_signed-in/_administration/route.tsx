import { createFileRoute } from '@tanstack/react-router'
import { readCustomerSearch } from '../../../session/customer-search'
import { mySettings } from '../../../session/user-setting'
import type { FrameLoaderData } from '../../../shell/frame'
import { ToolsFrame } from '../../../shell/tools-frame'

/** Screens of customer administrators and staff; everybody else is redirected to their projects. */
export const Route = createFileRoute('/_signed-in/_administration')({
  validateSearch: readCustomerSearch,
  // Loaded with the console, not with the first screen of everybody.
  beforeLoad: async (entry) => (await import('../../../session/enter-console')).enterConsole(entry, 'both'),
  loader: async ({ context: { queries } }): Promise<FrameLoaderData> => {
    await queries.ensureQueryData(mySettings)
    return { layout: ToolsFrame }
  },
})
