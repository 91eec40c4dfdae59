import { z } from 'zod'
import { call } from '../jsonapi/call'
import { email, instant } from '../jsonapi/fields'

/** The answers to a deletion request: done, or refused with a reason. */
export const deletionOutcomes = ['done', 'refused'] as const

export type DeletionOutcome = (typeof deletionOutcomes)[number]

/** Maximum length of the reason, in characters. */
export const maxReasonLength = 500

/** Maximum number of owned projects, and of deleted ones, listed by name per person. */
export const maxNamedProjects = 20

const customer = z.object({ id: z.string(), name: z.string() })

/** A person who requested the deletion of their account, and its effects: at one customer, or, for staff, everywhere. */
export const deletionTask = z.object({
  /** The requesting person's email. */
  user: z.string(),
  requestedAt: instant,
  /** Projects that the person owns, by name: each needs another owner first. */
  ownedProjects: z.array(customer),
  ownedProjectsTotal: z.int().min(0),
  /** Deleted projects that the person still owns, the one purged first in front. */
  deletedProjects: z.array(customer.extend({ purgedAt: instant.nullable() })),
  deletedProjectsTotal: z.int().min(0),
  /** Customers that would be left without an administrator. */
  soleAdministratorOf: z.array(customer),
  /** The account belongs to staff. Reported to staff alone: customers see what concerns them. */
  isStaff: z.boolean(),
  /** Number of memberships in projects of others that would end. */
  otherMemberships: z.int().min(0),
  /** The answers of customer administrators. */
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

/** How much prevents an account from being closed. */
export interface DeletionBlockers {
  /** Owned projects, including deleted ones until they are purged. */
  projects: number
  /** Customers without another administrator. */
  customers: number
  /** The account belongs to staff, whose role ends first. */
  isStaff: boolean
}

/** The blockers that a task lists. */
export const blockersOf = (task: DeletionTask): DeletionBlockers => ({
  projects: task.ownedProjectsTotal + task.deletedProjectsTotal,
  customers: task.soleAdministratorOf.length,
  isStaff: task.isStaff,
})

/** Whether anything prevents the account from being closed. */
export const isBlocked = ({ projects, customers, isStaff }: DeletionBlockers): boolean =>
  projects > 0 || customers > 0 || isStaff

/** Open deletion requests: for the administrators of a customer those of its people; for staff, without a customer, all. Oldest first. */
export const listDeletionTasks = call({
  method: 'GET',
  path: '/mgw/api/v3/deletion-requests',
  summary: 'Open requests of people for their accounts to be deleted',
  query: z.strictObject({ customer: z.string().max(100).optional() }),
  answer: z.object({ requests: z.array(deletionTask) }),
  problems: ['loginMethodRequired'],
})

/**
 * Records the request of a person who told staff that they want their account deleted, because they cannot ask for it here: they cannot sign in,
 * or never did. With a fresh proof; 404 at `email` where nobody has the address. The person is notified by mail if their address is verified; from
 * then on it is a request like any other. Idempotent.
 */
export const recordDeletionRequest = call({
  method: 'POST',
  path: '/mgw/api/v3/deletion-requests',
  summary: 'Record that a person asked staff for their account to be deleted',
  body: z.strictObject({
    email,
    /** How the person asked, for the audit log. */
    reason: z.string().trim().min(1, 'required').max(maxReasonLength),
  }),
  answer: z.object({ requestedAt: instant }),
  status: 202,
  problems: ['notFound', 'stepUpRequired'],
})

/**
 * Answers a deletion request. For a customer, its administrators confirm that nothing prevents the deletion any more, or say what does: the
 * request stays open for staff. Without a customer, staff complete it: `done` closes the account with its memberships and roles (with a
 * fresh proof; 409 `stillInUse` while {@link DeletionBlockers} remain), `refused` keeps it. The person is notified by mail. 404 without an
 * open request, and for one's own, which is withdrawn instead.
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
      reason: z.string().trim().max(maxReasonLength).default(''),
    })
    .refine(({ outcome, reason }) => outcome === 'done' || reason !== '', { path: ['reason'], message: 'required' }),
  problems: ['notFound', 'stillInUse', 'stepUpRequired', 'loginMethodRequired'],
})
