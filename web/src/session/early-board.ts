import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { listAddress } from '@lintel/contract/jsonapi/query'
import { askConsoleEarly, askEarly } from './early-console'

/**
 * What the board of project widgets asks first of a customer: its widgets, and the projects that have some. Written down, because
 * whatever the console's own code shares with this would come with all of it; a test holds it to what the board asks for.
 */
export const boardAddresses = (customer: string): string[] => [
  listAddress({ path: '/mgw/api/v3/dashboard-widgets' }, { filter: { customer }, page: { size: 2_000 } }),
  listAddress(
    { path: '/mgw/api/v3/project-stats' },
    {
      filter: { customer, hasWidgets: true },
      fields: {
        'project-stats': [
          'name',
          'createdAt',
          'numUsers',
          'numBuildings',
          'numGroups',
          'numDocuments',
          'numFolders',
          'numTemplates',
          'numActualTopics',
          'deletedAt',
        ],
      },
      page: { size: 1_000 },
    },
  ),
]

/** Asks early for what the board of project widgets shows. */
export const askBoardEarly = (): Promise<void> =>
  askConsoleEarly((customer) => {
    for (const address of boardAddresses(customer)) askEarly(address, jsonApiMediaType)
  })
