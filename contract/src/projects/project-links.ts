import { z } from 'zod'
import { flag, instant, line, name, paragraph } from '../jsonapi/fields'
import { type Entity, resource } from '../jsonapi/resource'
import { creationState } from './creation-state'

/** A project as shown in the project list: those that the person can open (account-portal chapters 2 and 3). */
export const projectLinks = resource('project-links', {
  fields: {
    name: name(),
    projectUri: z.url(),
    description: paragraph().nullable(),
    externalId: line(100).nullable(),
    isHibernated: z.boolean(),
    isLibrary: z.boolean(),
    /** When this person last opened it; our addition. */
    lastOpenedAt: instant.nullable(),
    /** The last day of this person's access, where it ends; our addition. */
    lastDay: z.iso.date().nullable(),
    /** A favourite of this person; our addition. */
    isFavourite: z.boolean(),
    /** The state while it is being created; our addition. */
    creationState: creationState.nullable(),
    /** Ids of the login methods of which one is required, if the session's is not enough; empty if the project is open. Our addition. */
    loginMethods: z.array(z.string()),
  },
  readOnly: [
    'name',
    'projectUri',
    'description',
    'externalId',
    'isHibernated',
    'isLibrary',
    'lastOpenedAt',
    'lastDay',
    'isFavourite',
    'creationState',
    'loginMethods',
  ],
  filters: {
    /** True: without deleted projects. */
    active: flag,
    isLibrary: flag,
    isHibernated: flag,
    q: z.string().max(200),
  },
  sorts: ['name', 'externalId', 'lastOpenedAt'],
  // The project list and the switcher search all projects client-side: one request, even for people with thousands.
  maxPageSize: 5_000,
})

export type ProjectLink = Entity<typeof projectLinks>
