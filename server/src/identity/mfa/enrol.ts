import type { associateMfa, enableMfa, renewRecoveryCodes } from '@lintel/contract/identity/mfa'
import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Change, Context } from '../../platform/context'
import { endFeedTokens } from '../feed-tokens/feed-tokens.store'
import type { IdentityServices } from '../identity-services'
import { endOtherSessions } from '../sessions/end-other-sessions'
import { markProved, markSecondFactor } from '../sessions/sessions.store'
import { factorContext } from './factor'
import { lockPending, putPending, putRecoveryCodes, switchOn } from './factor.store'
import { readCode, rightCode } from './given-code'
import { noticeFactor } from './notices'
import { makeRecoveryCodes } from './recovery-codes'
import { makeTotpSecret, otpauthUri } from './totp'

/** Makes a secret that counts for nothing until a code proves that an app has it (security C5). */
export async function associate(
  { secrets }: IdentityServices,
  context: Context,
  actor: Person,
): Promise<CallAnswer<typeof associateMfa>> {
  const secretCode = makeTotpSecret()
  const isPut = await context.change(async ({ db, now, audit }) => {
    const put = await putPending(db, actor.id, secrets.seal(secretCode, factorContext(actor.id)), now)
    audit({ action: 'mfa.associate', ...about(actor), ...(!put && { result: 'failure' as const, reason: 'enabled' }) })
    return put
  })
  if (!isPut) throw new Problem('conflict', { detail: 'A second factor is set up already' })
  return { secretCode, qrCodeValue: otpauthUri(actor.email, secretCode) }
}

/** Switches the second factor on when a code shows that the app has its secret; the session has it from then on. */
export async function enable(
  services: IdentityServices,
  context: Context,
  actor: Person,
  { code, endOthers }: { code: string; endOthers: boolean },
): Promise<CallAnswer<typeof enableMfa>> {
  const recovery = makeRecoveryCodes()
  const outcome = await context.change(async (change): Promise<string[] | 'conflict' | 'invalidCode'> => {
    const { db, now, audit } = change
    const pending = await lockPending(db, actor.id)
    const refuse = (reason: 'conflict' | 'invalidCode') => {
      audit({ action: 'mfa.enable', ...about(actor), result: 'failure', reason })
      return reason
    }
    if (!pending) return refuse('conflict')
    const factor = { ...pending, userId: actor.id, lastStep: 0, isRecoveryCode: false, blockedUntil: null }
    const right = rightCode(services.secrets, factor, readCode(code), now)
    if (right?.by !== 'oneTime') return refuse('invalidCode')
    await switchOn(db, actor.id, right.step, now)
    await putRecoveryCodes(db, actor.id, recovery.hashes, now)
    await markSecondFactor(db, actor.sessionId)
    await markProved(db, actor.sessionId, now)
    await endFeedTokens(db, actor.id, 'mfa-changed', now)
    const ended = endOthers ? await endOtherSessions(change, actor) : []
    await noticeFactor(change, ownerOf(actor), 'second-factor-enabled')
    audit({ action: 'mfa.enable', ...about(actor), after: { recoveryCodes: recovery.hashes.length } })
    return ended
  })
  if (outcome === 'conflict') throw new Problem('conflict', { detail: 'Nothing waits to be switched on' })
  if (outcome === 'invalidCode') throw new Problem('invalidCode', { pointer: '/code' })
  services.actors.forgetPerson(actor.id)
  return { recoveryCodes: recovery.shown }
}

/** New recovery codes in place of all earlier ones. */
export async function renewCodes(context: Context, actor: Person): Promise<CallAnswer<typeof renewRecoveryCodes>> {
  const recovery = makeRecoveryCodes()
  const isPut = await context.change((change) => replaceCodes(change, actor, recovery.hashes))
  if (!isPut) throw new Problem('conflict', { detail: 'No second factor is set up' })
  return { recoveryCodes: recovery.shown }
}

async function replaceCodes(change: Change, actor: Person, hashes: readonly Buffer[]): Promise<boolean> {
  const put = await putRecoveryCodes(change.db, actor.id, hashes, change.now)
  if (put) await noticeFactor(change, ownerOf(actor), 'recovery-codes-renewed')
  change.audit({
    action: 'mfa.recovery-codes',
    ...about(actor),
    ...(put ? { after: { recoveryCodes: hashes.length } } : { result: 'failure' as const, reason: 'disabled' }),
  })
  return put
}

const about = ({ id, homeCustomer }: Person) => ({ customer: homeCustomer, target: { type: 'users', id } })
const ownerOf = ({ id, homeCustomer }: Person) => ({ userId: id, homeCustomer })
