import { z } from 'zod'
import { flag, instant, line, name, paragraph } from '../jsonapi/fields'
import { type Entity, resource } from '../jsonapi/resource'
import { creationState } from './creation-state'

/** A project as the project list shows it: those the person can enter (account-portal chapters 2 and 3). */
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
    /** This person wants it first; our addition. */
    isFavourite: z.boolean(),
    /** Not complete yet; our addition. */
    creationState: creationState.nullable(),
    /** Ids of the login methods of which one opens it, where the session's does not; our addition. None: it is open. */
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
  // The project list and the switcher search all of them as one types: one request, for whoever has thousands, too.
  largestPage: 5_000,
})

export type ProjectLink = Entity<typeof projectLinks>
