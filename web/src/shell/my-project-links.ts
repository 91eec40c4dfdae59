import type { projectLinks } from '@lintel/contract/projects/project-links'
import { firstResources } from '../api/first-calls'
import { all } from '../api/resource'

/** All projects that the person can enter; shared by the project list and the switcher. */
export const myProjectLinks = all<typeof projectLinks>(firstResources.projectLinks, {
  filter: { active: true },
  sort: ['name'],
})
