import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { ProjectMember, ProjectMemberPatch } from '@lintel/contract/people/members'
import { creationKeys } from '../../api/creation-key'
import { isRefused } from '../../api/refused'
import { applyImmediately, applyWithRetry, assertApplied } from '../../shell/change-sets/apply-immediately'
import type { ChangeSetRequest } from '../../shell/change-sets/change-set-calls'
import { localChanges } from './local-changes'

/**
 * Plans and applies a change set in one request and remembers it as a local change, so that its event causes no refetch. `apply` sends the
 * request.
 */
async function applyAndRemember(
  request: ChangeSetRequest,
  apply: (request: ChangeSetRequest) => Promise<ChangeSet>,
): Promise<ChangeSet> {
  const set = await apply(request)
  if (set.state === 'applied') localChanges.remember(set.rows ?? [])
  return set
}

/** The same where no form stays open for a retry: the request is repeated once if its response is lost. */
export const applyAndRememberReliably = (request: ChangeSetRequest): Promise<ChangeSet> =>
  applyAndRemember(request, applyWithRetry)

/** Applies the change sets of one form. `stored` is what the form is based on. */
export interface FormChangeSets {
  /** Applies a change set and returns it. Fails like `send` or {@link assertApplied}. */
  apply(request: ChangeSetRequest, stored?: unknown): Promise<ChangeSet>
  /** Whether the response to the last request was lost and the stored data has changed since, so that it was probably applied. */
  isUnanswered(stored: unknown): boolean
  /** Repeats such a request, which returns its change set if it was applied; undefined where there is none. */
  repeatUnanswered(stored: unknown): Promise<ChangeSet | undefined>
}

/** The change sets of one form: the same request keeps its idempotency key until the server responds, so that it is applied only once. */
export function formChangeSets(send = applyImmediately): FormChangeSets {
  const withIdempotencyKey = creationKeys()
  let unanswered: { request: ChangeSetRequest; stored: string | undefined } | undefined
  const isUnanswered = (stored: unknown) => unanswered !== undefined && unanswered.stored !== JSON.stringify(stored)
  async function apply(request: ChangeSetRequest, stored?: unknown): Promise<ChangeSet> {
    unanswered = { request, stored: JSON.stringify(stored) }
    try {
      const set = await withIdempotencyKey(request, (key) => applyAndRemember(request, () => send(request, key)))
      unanswered = undefined
      return assertApplied(set)
    } catch (error) {
      if (isRefused(error)) unanswered = undefined
      throw error
    }
  }
  return {
    apply,
    isUnanswered,
    async repeatUnanswered(stored) {
      if (unanswered && isUnanswered(stored)) return apply(unanswered.request)
      return undefined
    },
  }
}

/** A change of a membership and its displayed version; `member` is undefined where there was none. */
interface MembershipChange {
  user: string
  project: string
  member: Pick<ProjectMember, 'version'> | undefined
  patch: ProjectMemberPatch
}

/** The change as a cell of a change set, conditional on the displayed version of the membership. */
export function roleCell({ user, project, member, patch }: MembershipChange): RoleCell {
  const { privilegeLevel: level, providers } = patch
  const end = patch.expirationDate === undefined ? patch.accessUntil : patch.expirationDate
  return {
    user,
    project,
    expectedVersion: member?.version ?? 0,
    ...(level !== undefined && { level }),
    ...(end !== undefined && { accessUntil: end }),
    ...(providers && { providers: [...providers] }),
  }
}
