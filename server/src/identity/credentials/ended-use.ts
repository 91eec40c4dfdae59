import { anonymous } from '@lintel/contract/people/permissions'
import { type Context, type Origin, type Platform, runChange } from '../../platform/context'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import { auditTypes, type EndedToken, findEndedToken, lockEndedToken, type TokenTable } from './stored-tokens.store'

/** The part of a context that records a refusal, also before the actor of a request is known. */
export type RefusalContext = Pick<Context, 'db' | 'log' | 'origin' | 'now' | 'change'>

/** The context of a request that is being authenticated. */
export const refusalContext = (platform: Platform, origin: Origin, now: number): RefusalContext => ({
  db: platform.db,
  log: platform.log,
  origin,
  now,
  change: (run) => runChange(platform, { ...origin, actor: anonymous }, run),
})

/** The audit actions of using a token. */
const useActions = {
  api_token: 'api-tokens.use',
  display_token: 'display-tokens.open',
  feed_token: 'feed-token.refresh',
} as const satisfies Record<TokenTable, string>

/**
 * Records the use of an ended token in the audit log of its customer, at most once an hour, and returns the token. Undefined,
 * with no effect, for a secret that is not known. Only for a secret that was not found as that of a valid token.
 */
export async function recordEndedUse(
  { db, now, change }: RefusalContext,
  table: TokenTable,
  secretHash: Buffer,
): Promise<EndedToken | undefined> {
  const ended = await findEndedToken(db, table, secretHash, now)
  if (!ended?.isAuditDue) return ended
  const recording = change(async ({ db: transaction, audit }) => {
    const locked = await lockEndedToken(transaction, table, secretHash, now)
    // A request at the same time has recorded it.
    if (!locked?.isAuditDue) throw nothingToDo()
    const { id, customer, userId, email, reason } = locked
    const target = { type: auditTypes[table], id }
    audit({ action: useActions[table], customer, target, result: 'failure', reason, actor: { id: userId, email } })
  })
  await unlessUnchanged(recording)
  return ended
}
