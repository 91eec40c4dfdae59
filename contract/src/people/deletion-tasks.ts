import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'

/** How a request for deletion is answered: dealt with, or refused with the reason. */
export const deletionOutcomes = ['done', 'refused'] as const

export type DeletionOutcome = (typeof deletionOutcomes)[number]

/** Longest reason of an answer, in characters. */
export const longestReason = 500

/** How many owned projects of one person are named. */
export const mostNamedProjects = 20

const customer = z.object({ id: z.string(), name: z.string() })

/** Somebody who wants their account deleted, with what it would affect: at one customer, or for staff everywhere. */
export const deletionTask = z.object({
  /** The email of who asked. */
  user: z.string(),
  requestedAt: instant,
  /** Projects that the person owns, by name: each needs another owner first. */
  ownedProjects: z.array(customer),
  ownedProjectsTotal: z.int().min(0),
  /** Customers that would be left without an administrator. */
  soleAdministratorOf: z.array(customer),
  /** Memberships in projects of others that would end. */
  otherMemberships: z.int().min(0),
  /** What administrators of customers have answered. */
  answers: z.array(
    z.object({
      customer,
      outcome: z.enum(deletionOutcomes),
      reason: z.string(),
      answeredBy: z.string().nullable(),
      answeredAt: instant,
    }),
  ),
})

export type DeletionTask = z.output<typeof deletionTask>

/** Open requests for deletion of people whom a customer has to do with, for its administrators; without a customer all, for staff. The oldest first. */
export const listDeletionTasks = call({
  method: 'GET',
  path: '/mgw/api/v3/deletion-requests',
  summary: 'Open requests of people for their accounts to be deleted',
  query: z.strictObject({ customer: z.string().max(100).optional() }),
  answer: z.object({ requests: z.array(deletionTask) }),
  problems: ['loginMethodRequired'],
})

/**
 * Answers a request. For a customer, its administrators say that nothing of theirs stands against it any more, or why something does:
 * the request stays open for staff. Without one, staff end it: `done` closes the account with its memberships and offices (a fresh proof
 * is asked for; 409 `stillInUse` while the person owns projects or is a customer's only administrator), `refused` keeps it. The person is
 * mailed. 404 where no request is open.
 */
export const answerDeletion = call({
  method: 'POST',
  path: '/mgw/api/v3/deletion-requests/{email}/answer',
  summary: 'Answer a request for an account to be deleted',
  parameters: z.object({ email: z.string().max(254) }),
  body: z
    .strictObject({
      customer: z.string().max(100).nullable(),
      outcome: z.enum(deletionOutcomes),
      reason: z.string().trim().max(longestReason).default(''),
    })
    .refine(({ outcome, reason }) => outcome === 'done' || reason !== '', { path: ['reason'], message: 'required' }),
  problems: ['notFound', 'stillInUse', 'stepUpRequired', 'loginMethodRequired'],
})
