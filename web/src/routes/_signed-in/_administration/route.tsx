import { isCustomerAdministrator, isStaff, withAnyLoginMethod } from '@lintel/contract/people/permissions'
import { createFileRoute, redirect, type SearchSchemaInput } from '@tanstack/react-router'
import { addTexts } from '../../../i18n/texts'
import { type CustomerSearch, openAddressedCustomer, readCustomerSearch } from '../../../session/addressed-customer'
import { actorOf, currentUser } from '../../../session/current-user'
import { mySettings } from '../../../session/user-setting'
import type { FrameLoaderData } from '../../../shell/frame'
import { ToolsFrame } from '../../../shell/tools-frame'

/** Screens of customer administrators and staff; everybody else is redirected to their projects. */
export const Route = createFileRoute('/_signed-in/_administration')({
  validateSearch: (search: CustomerSearch & SearchSchemaInput): CustomerSearch => readCustomerSearch(search),
  beforeLoad: async ({ context: { queries }, location, preload }) => {
    const actor = actorOf(await queries.ensureQueryData(currentUser))
    if (!isStaff(actor) && !isCustomerAdministrator(withAnyLoginMethod(actor)))
      throw redirect({ to: '/', replace: true })
    // Staff choose among all customers, or see those of the whole platform.
    if (!isStaff(actor)) await openAddressedCustomer(queries, { location, preload })
    await addTexts('console')
  },
  loader: async ({ context: { queries } }): Promise<FrameLoaderData> => {
    await queries.ensureQueryData(mySettings)
    return { layout: ToolsFrame }
  },
})
