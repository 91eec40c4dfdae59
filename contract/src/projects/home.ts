import { z } from 'zod'
import { call } from '../jsonapi/call'
import { signedIn } from '../people/users'
import { clusterConfiguration } from '../settings/cluster-configuration'
import { projectLinks } from './project-links'

const record = { id: z.string(), version: z.int() }

/**
 * All that the project list shows, in one answer: who is signed in, what the installation allows and the projects they
 * can enter, by name. Our addition: the same as three reads, for the screen that has to be there first.
 */
export const readHome = call({
  method: 'GET',
  path: '/mgw/api/v3/home',
  summary: 'The signed-in person, the installation and the projects they can enter, at once',
  answer: z.object({
    user: signedIn,
    installation: clusterConfiguration.fields.extend(record),
    /** Null while something has to be done first, and for whoever has more than one page of `project-links` holds. */
    projects: z.array(projectLinks.fields.extend(record)).nullable(),
  }),
})
