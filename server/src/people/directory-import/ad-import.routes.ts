import {
  type AdImportForm,
  type AdImportStatus,
  adImport,
  maxReturnedSteps,
  needsTypedCount,
  stepOf,
} from '@lintel/contract/people/ad-import'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { administers, administersAny, methodsThatAllow, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Change, Context } from '../../platform/context'
import { cutText, storableText } from '../../platform/cut-text'
import { loginMethodRequired } from '../../platform/refusal'
import type { Route } from '../../platform/route'
import { applyChangeSet, markStale } from '../change-sets/engine/apply-change-set'
import { listRows } from '../change-sets/engine/change-set-rows.store'
import { find } from '../change-sets/engine/change-sets.store'
import { prepareDedicatedChangeSet } from '../change-sets/engine/plan-change-set'
import { customerOfDomain, isImportUnderWay, lockImports, mayInviteDomain, storeInviteChoice } from './ad-import.store'
import { archiveBodyLimit } from './archive-body-limit'
import { getImport } from './get-import'
import { refuseOwnersUnlessStaff } from './owner-changes.store'

/**
 * The directory import, for staff and for a customer's administrators with people of its verified domains. The first submit plans; the second
 * applies the plan and requires a fresh authentication.
 */
export const adImportRoute: Route = answer(adImport, {
  may: administersAny,
  bodyLimit: archiveBodyLimit,
  acceptsFiles: true,
  freshProof: ({ body }) => !body.dryRun,
  async run(context, { body }) {
    const signedIn: Context<Person> = { ...context, actor: personOf(context) } as Context<Person>
    const id = body.dryRun ? await planImport(signedIn, body) : await confirmImport(signedIn, body)
    return statusOf(signedIn, id)
  },
})

async function planImport(context: Context<Person>, { file, domain }: AdImportForm): Promise<string> {
  const { db, actor } = context
  if (!domain) throw new Problem('required', { pointer: '/domain' })
  const customer = await customerOfDomain(db, domain)
  if (customer === undefined) throw new Problem('notFound')
  if (!administers(actor, customer)) throw notFoundOrLoginMethod(actor, customer)
  if (!file || file.bytes.length === 0) throw new Problem('required', { pointer: '/file' })
  if (!(await mayInviteDomain(db, customer, domain))) throw new Problem('domainNotInvited', { pointer: '/domain' })
  const input = {
    domain,
    name: cutText(storableText(file.name), 200),
    file: Buffer.from(file.bytes).toString('base64'),
  }
  const create = await prepareDedicatedChangeSet({ kind: 'ad-import', project: null, customer, input })
  return context.change(async (change) => {
    await lockImports(change.db, customer)
    if (await isImportUnderWay(change.db, customer)) throw new Problem('importUnderWay')
    const id = await create(change)
    change.audit({
      action: 'change-sets.create',
      customer,
      target: { type: 'change-sets', id },
      after: { kind: 'ad-import', domain },
    })
    return id
  })
}

/** Another customer's domain is answered like an unknown one; a domain of the actor's own customer names the login method that gives access. */
function notFoundOrLoginMethod(actor: Person, customer: string): Problem {
  const methods = methodsThatAllow(actor, (as) => administers(as, customer))
  return methods ? loginMethodRequired(methods) : new Problem('notFound')
}

async function confirmImport(context: Context<Person>, { planId, removals, invite }: AdImportForm): Promise<string> {
  if (!planId) throw new Problem('required', { pointer: '/planId' })
  const set = await getImport(context, planId)
  if (set.state === 'stale') throw new Problem('planStale')
  // Also checked when it is applied; here before anything is stored, and before a job.
  if (set.state === 'planned') await refuseOwnersUnlessStaff(context, set.id)
  assertRemovalsTyped(set, removals)
  if (set.state === 'planned') await assertDomainVerified(context, set)
  const confirm = (change: Change<Person>) => storeConfirmation(change, set, { removals, invite })
  await applyChangeSet(context, set.id, confirm).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'stale' ? new Problem('planStale') : error
  })
  const { summary: confirmed } = await getImport(context, planId)
  if ((confirmed.invite ?? false) !== invite)
    throw new Problem('conflict', { detail: 'It was confirmed with another choice to invite' })
  return set.id
}

/** Throws 422 `countNotTyped` unless the number of removals was typed where a plan removes many. */
function assertRemovalsTyped({ state, summary: { removal } }: ChangeSet, removals: number | undefined): void {
  if (state !== 'planned' || !removal || !needsTypedCount(removal) || removals === removal.removed) return
  throw new Problem('countNotTyped', { pointer: '/removals', meta: { removals: removal.removed, of: removal.of } })
}

/** Stores the choice to invite with the apply of the import. Throws 409 `importUnderWay` while another import of the customer is running. */
async function storeConfirmation(
  { db, actor, audit }: Change<Person>,
  { id, customer }: ChangeSet,
  { removals, invite }: Pick<AdImportForm, 'removals' | 'invite'>,
): Promise<void> {
  await lockImports(db, customer)
  if (await isImportUnderWay(db, customer, id)) throw new Problem('importUnderWay')
  // Planning may have ended since the first check.
  const set = await find(db, actor, id)
  if (!set) throw new Problem('notFound')
  assertRemovalsTyped(set, removals)
  await storeInviteChoice(db, id, invite)
  audit({
    action: 'change-sets.confirm',
    customer,
    target: { type: 'change-sets', id },
    after: { invite, removals: set.summary.removal?.removed ?? 0 },
  })
}

/** A plan whose domain is no longer verified for the customer is never applied. */
async function assertDomainVerified(context: Context<Person>, set: ChangeSet): Promise<void> {
  const { domain } = set.summary
  if (domain !== undefined && (await customerOfDomain(context.db, domain)) === set.customer) return
  await context.change((change) => markStale(change, set, 'planned'))
  throw new Problem('planStale', { detail: 'The domain is no longer verified for this customer' })
}

async function statusOf(context: Context<Person>, id: string): Promise<AdImportStatus> {
  const { state, summary, progress, failure, failureDetail } = await getImport(context, id)
  const rowsQuery = { reader: context.actor, after: 0, size: maxReturnedSteps }
  const rows = state === 'planning' ? [] : await listRows(context.db, id, rowsQuery)
  return { planId: id, state, summary, progress, failure, failureDetail, steps: rows.map(stepOf) }
}
