import { projectLinks } from '@lintel/contract/projects/project-links'
import { all } from '../api/resource'

/** Every project the person can enter; shared by the project list and the switcher. */
export const myProjectLinks = all(projectLinks, { filter: { active: true }, sort: ['name'] })
