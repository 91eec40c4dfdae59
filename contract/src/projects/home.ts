import { z } from 'zod'
import { call } from '../jsonapi/call'
import { currentUser } from '../people/users'
import { clusterConfiguration } from '../settings/cluster-configuration'
import { projectLinks } from './project-links'

const record = { id: z.string(), version: z.int() }

/**
 * Everything that the project list shows, in one response: the signed-in person, the installation and the projects they can open, by name.
 * Our addition: saves two of three requests on the first screen.
 */
export const readHome = call({
  method: 'GET',
  path: '/mgw/api/v3/home',
  summary: 'The signed-in person, the installation and the projects they can enter, at once',
  answer: z.object({
    user: currentUser,
    installation: clusterConfiguration.fields.extend(record),
    /** Null while something has to be done first, and for people with more projects than one page of `project-links` holds. */
    projects: z.array(projectLinks.fields.extend(record)).nullable(),
  }),
})
