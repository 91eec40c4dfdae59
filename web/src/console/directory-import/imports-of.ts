import { changeSets } from '@lintel/contract/people/change-sets'
import { directoryGroups } from '@lintel/contract/people/directory-groups'
import { first } from '../../api/pages'
import { recordsOf } from '../../api/use-live-records'

/** So many imports are listed: what is older is found in the audit log. */
const mostListed = 20

/** The imports of a customer of late, the newest first. Fails like {@link first}. */
export const importsOf = (customer: string) =>
  first(changeSets, mostListed, { filter: { kind: 'ad-import', customer }, sort: ['-createdAt'] })

/** How the groups of a directory are listed. */
export const groupsByName = { sort: ['name'] }

/** The groups that the directory of a customer keeps, by name. Fails like {@link recordsOf}. */
export const groupsOf = (customer: string) => recordsOf(directoryGroups, customer, groupsByName)
