import { z } from 'zod'
import { call } from '../jsonapi/call'

/** Somebody of the demo organisation whom the sign-in page introduces. */
export const demoPerson = z.strictObject({
  email: z.string(),
  name: z.string(),
  /** What to expect when signed in as this person; the page has the words. */
  part: z.enum(['staff', 'administrator', 'owner', 'user', 'guest']),
})

export type DemoPerson = z.output<typeof demoPerson>

/**
 * The demo people and how to sign in as them (contract chapter 5). Answered by a local installation that has the demo
 * organisation; 404 everywhere else.
 */
export const listDemoPeople = call({
  method: 'GET',
  path: '/demo-people.json',
  summary: 'The demo people of a local installation',
  answer: z.strictObject({
    password: z.string(),
    /** Seed, in base 32, of the one-time codes of whoever has the part `staff`. */
    codeSecret: z.string(),
    people: z.array(demoPerson),
  }),
  problems: ['notFound'],
})
