import { changeSets } from '@lintel/contract/people/change-sets'
import { directoryGroups } from '@lintel/contract/people/directory-groups'
import { first } from '../../api/read-page'
import { customerRecords } from '../../api/use-live-records'

/** Maximum number of listed imports; older ones are in the audit log. */
const maxListed = 20

/** Query for the recent imports of a customer, newest first. Fails like {@link first}. */
export const recentImportsQuery = (customer: string) =>
  first(changeSets, maxListed, { filter: { kind: 'ad-import', customer }, sort: ['-createdAt'] })

/** Sort order of the groups. */
export const groupsByName = { sort: ['name'] }

/** Query for the groups of a customer's directory, by name. Fails like {@link recordsOf}. */
export const directoryGroupsQuery = (customer: string) => customerRecords(directoryGroups, customer, groupsByName)
