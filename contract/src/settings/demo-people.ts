import { z } from 'zod'
import { call } from '../jsonapi/call'

/** A person of the demo organisation shown on the sign-in page. */
export const demoPerson = z.strictObject({
  email: z.string(),
  name: z.string(),
  /** The person's role, for which the page has texts. */
  part: z.enum(['staff', 'administrator', 'owner', 'user', 'guest']),
})

export type DemoPerson = z.output<typeof demoPerson>

/**
 * The demo people and how to sign in as them (contract chapter 5). Only on local installations with the demo organisation; 404 otherwise.
 */
export const listDemoPeople = call({
  method: 'GET',
  path: '/demo-people.json',
  summary: 'The demo people of a local installation',
  answer: z.strictObject({
    password: z.string(),
    /** Base 32 seed of the one-time codes of people with the part `staff`. */
    codeSecret: z.string(),
    people: z.array(demoPerson),
  }),
  problems: ['notFound'],
})
