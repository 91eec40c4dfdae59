import { assignableLevels, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { textParameter } from '../../session/text-parameter'
import type { UsersFilter } from './find-people'

const levels = [...assignableLevels.filter((level) => level > 0), privilegeLevel.customerAdmin, privilegeLevel.owner]

/** Reads the filters from the parameters of the address; invalid ones are left out. */
export const readUsersSearch = ({ user, project, role, ends, access }: UsersFilter): UsersFilter => ({
  user: textParameter(user),
  project: textParameter(project),
  role: levels.find((level) => level === role),
  ends: ends === 'soon' ? ends : undefined,
  access: Array.isArray(access) ? access.filter((email) => typeof email === 'string') : undefined,
})
