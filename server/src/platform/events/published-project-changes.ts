import type { PublishedChange } from '@lintel/contract/settings/events'

/** Types that are published to subscribers of a project; ids of memberships begin with that of the project. */
const projectTypes = ['projects', 'project-members']

/** True for a change of the project or one of its memberships. */
export const isOfProject = (project: string, { type, id }: PublishedChange): boolean =>
  id !== null && projectTypes.includes(type) && (id === project || id.startsWith(`${project}.`))

/**
 * True for a change that stands for several records, some of which may be of the project: a bulk change, one of the
 * customer, or many of a type in one transaction.
 */
export const coversSeveralRecords = ({ type, id }: PublishedChange): boolean =>
  type === 'change-sets' || type === 'customers' || (id === null && projectTypes.includes(type))
