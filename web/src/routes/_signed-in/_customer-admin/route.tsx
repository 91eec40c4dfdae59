import { isCustomerAdministrator, withAnyLoginMethod } from '@lintel/contract/people/permissions'
import { createFileRoute, redirect, type SearchSchemaInput } from '@tanstack/react-router'
import { addTexts } from '../../../i18n/texts'
import { type CustomerSearch, openAddressedCustomer, readCustomerSearch } from '../../../session/addressed-customer'
import { actorOf, currentUser } from '../../../session/current-user'
import { mySettings } from '../../../session/user-setting'
import type { FrameLoaderData } from '../../../shell/frame'
import { ToolsFrame } from '../../../shell/tools-frame'

/** Everybody else is redirected to their projects (admin-console chapter 6). */
export const Route = createFileRoute('/_signed-in/_customer-admin')({
  validateSearch: (search: CustomerSearch & SearchSchemaInput): CustomerSearch => readCustomerSearch(search),
  beforeLoad: async ({ context: { queries }, location, preload }) => {
    const user = await queries.ensureQueryData(currentUser)
    if (!isCustomerAdministrator(withAnyLoginMethod(actorOf(user)))) throw redirect({ to: '/', replace: true })
    await Promise.all([addTexts('console'), openAddressedCustomer(queries, { location, preload })])
  },
  // The settings contain the active customer and the grid layouts, which the first grid needs.
  loader: async ({ context: { queries } }): Promise<FrameLoaderData> => {
    await queries.ensureQueryData(mySettings)
    return { layout: ToolsFrame }
  },
})
