import type { ChangeTold } from '@lintel/contract/settings/events'

/** What is told of a project to whoever follows it: itself and its memberships, whose ids begin with its own. */
const projectTypes = ['projects', 'project-members']

/** True for a change of the project itself or of one of its memberships. */
export const isOfProject = (project: string, { type, id }: ChangeTold): boolean =>
  id !== null && projectTypes.includes(type) && (id === project || id.startsWith(`${project}.`))

/** True for what stands for several changes, of which some may be of the project: a bulk act, or many of a type in one step. */
export const isOfSeveral = ({ type, id }: ChangeTold): boolean =>
  type === 'change-sets' || (id === null && projectTypes.includes(type))
