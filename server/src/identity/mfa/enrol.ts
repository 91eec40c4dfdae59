import type { associateMfa, enableMfa, renewRecoveryCodes } from '@lintel/contract/identity/mfa'
import { secondFactorSeconds } from '@lintel/contract/identity/waits'
import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { instantOf } from '../../platform/clock'
import type { Change, Context } from '../../platform/context'
import { lockAccount } from '../account.store'
import type { IdentityServices } from '../identity-services'
import { requireLiveSession } from '../sessions/require-live-session'
import { requireFactorProof } from '../step-up/factor-proof'
import { afterFactorChange } from './after-factor-change'
import { parseCode, type VerificationContext, verifyEnteredCode } from './entered-code'
import { factorContext } from './factor'
import { enableFactor, factorOf, lockRecentlyEnabled, lockSetup, putRecoveryCodes, upsertSetup } from './factor.store'
import { notifyOfFactor } from './factor-notices'
import { makeRecoveryCodes } from './recovery-codes'
import { makeTotpSecret, otpauthUri } from './totp'

/** How long the browser that began a setup gets the same secret, in milliseconds. */
const setupLifetimeMs = secondFactorSeconds * 1_000

/** The browser of a setup, and whether it replaces the enabled factor. */
interface SetupRequest {
  replaces: boolean
  browserHash: Buffer | null
}

/**
 * Creates a TOTP secret that takes effect when a code proves that an app has it (security C5). The same browser gets the same
 * secret for five minutes: a phone may discard the page while its owner uses the authenticator app.
 */
export async function associate(
  { secrets }: IdentityServices,
  context: Context,
  actor: Person,
  { replaces, browserHash }: SetupRequest,
): Promise<CallAnswer<typeof associateMfa>> {
  const secretCode = await context.change(async (change) => {
    const { db, now, audit } = change
    await requireLiveSession(change, actor)
    await requireFactorProof(change, actor)
    if (!replaces && (await factorOf(db, actor.id))) {
      audit({ action: 'mfa.associate', ...about(actor), result: 'failure', reason: 'enabled' })
      return undefined
    }
    const setup = await lockSetup(db, actor.id)
    const isSame =
      setup?.browserHash &&
      browserHash?.equals(setup.browserHash) &&
      now - Date.parse(setup.createdAt) < setupLifetimeMs
    audit({ action: 'mfa.associate', ...about(actor), ...(isSame && { reason: 'again' }) })
    if (isSame) return secrets.open(setup.secretEncrypted, factorContext(actor.id))
    const newSecret = makeTotpSecret()
    const secretEncrypted = secrets.seal(newSecret, factorContext(actor.id))
    await upsertSetup(db, actor.id, { secretEncrypted, browserHash, createdAt: instantOf(now) })
    return newSecret
  })
  if (secretCode === undefined) throw new Problem('conflict', { detail: 'A second factor is set up already' })
  return { secretCode, qrCodeValue: otpauthUri(actor.email, secretCode) }
}

/**
 * Enables the second factor when a code shows that the app has its secret; the session has a second factor from then on. A
 * replaced factor stays enabled until then, and its recovery codes are kept.
 */
export async function enable(
  services: IdentityServices,
  context: Context,
  actor: Person,
  { code, endOthers }: { code: string; endOthers: boolean },
): Promise<CallAnswer<typeof enableMfa>> {
  const verification = { secrets: services.secrets, log: context.request.log }
  const outcome = await context.change(async (change): Promise<string[] | 'conflict' | 'invalidCode'> => {
    const { db, now, audit } = change
    // Waits for a removal by staff, which deletes the setup.
    await lockAccount(db, actor.id)
    const setup = await lockSetup(db, actor.id)
    await requireFactorProof(change, actor)
    const replaces = (await factorOf(db, actor.id)) !== undefined
    if (!setup && replaces) return (await reissueUnseenCodes(verification, change, actor, code)) ?? 'conflict'
    const action = replaces ? 'mfa.replace' : 'mfa.enable'
    const refuse = (reason: 'conflict' | 'invalidCode') => {
      audit({ action, ...about(actor), result: 'failure', reason })
      return reason
    }
    if (!setup) return refuse('conflict')
    const { secretEncrypted } = setup
    const factor = { secretEncrypted, userId: actor.id, lastStep: 0, isRecoveryCode: false, blockedUntil: null }
    const verified = verifyEnteredCode(verification, factor, parseCode(code), now)
    if (verified?.by !== 'oneTime') return refuse('invalidCode')
    await enableFactor(db, actor.id, { secretEncrypted, step: verified.step, now })
    // The session after the factor: a proof by code locks them in this order.
    await requireLiveSession(change, actor)
    const recovery = replaces ? undefined : makeRecoveryCodes()
    if (recovery) await putRecoveryCodes(db, actor.id, recovery.hashes, now)
    await afterFactorChange(change, actor, { event: 'second-factor-enabled', endOthers })
    audit({ action, ...about(actor), ...(recovery && { after: { recoveryCodes: recovery.hashes.length } }) })
    return recovery?.codes ?? []
  })
  if (outcome === 'conflict') throw new Problem('conflict', { detail: 'Nothing waits to be switched on' })
  if (outcome === 'invalidCode') throw new Problem('invalidCode', { pointer: '/code' })
  services.actors.forgetPerson(actor.id)
  return { recoveryCodes: outcome }
}

/**
 * Handles the repeated code when the first response was lost: the factor is enabled already, and its recovery codes, which
 * nobody has received, are issued again. Undefined for any other code, and after five minutes.
 */
async function reissueUnseenCodes(
  verification: VerificationContext,
  change: Change,
  actor: Person,
  code: string,
): Promise<string[] | undefined> {
  const { db, now, audit } = change
  const on = await lockRecentlyEnabled(db, actor.id, now - setupLifetimeMs)
  await requireLiveSession(change, actor)
  const factor = on && { ...on, userId: actor.id, lastStep: on.lastStep - 1, isRecoveryCode: false, blockedUntil: null }
  const verified = factor && verifyEnteredCode(verification, factor, parseCode(code), now)
  const isSame = verified?.by === 'oneTime' && verified.step === on?.lastStep
  const recovery = isSame && on?.isFirst ? makeRecoveryCodes() : undefined
  if (recovery) await putRecoveryCodes(db, actor.id, recovery.hashes, now)
  audit({
    action: 'mfa.enable',
    ...about(actor),
    ...(isSame ? { reason: 'again' } : { result: 'failure' as const, reason: 'conflict' }),
    ...(recovery && { after: { recoveryCodes: recovery.hashes.length } }),
  })
  return isSame ? (recovery?.codes ?? []) : undefined
}

/** Replaces all recovery codes by new ones. */
export async function renewCodes(context: Context, actor: Person): Promise<CallAnswer<typeof renewRecoveryCodes>> {
  const recovery = makeRecoveryCodes()
  const isReplaced = await context.change((change) => replaceCodes(change, actor, recovery.hashes))
  if (!isReplaced) throw new Problem('conflict', { detail: 'No second factor is set up' })
  return { recoveryCodes: recovery.codes }
}

async function replaceCodes(change: Change, actor: Person, hashes: readonly Buffer[]): Promise<boolean> {
  // Account, factor, session: concurrent changes of the factors and proofs by code lock them in this order.
  await lockAccount(change.db, actor.id)
  const isReplaced = await putRecoveryCodes(change.db, actor.id, hashes, change.now)
  await requireLiveSession(change, actor)
  // After the factor was locked: one that was enabled concurrently requires its code as well.
  await requireFactorProof(change, actor)
  if (isReplaced) await notifyOfFactor(change, ownerOf(actor), 'recovery-codes-renewed')
  change.audit({
    action: 'mfa.recovery-codes',
    ...about(actor),
    ...(isReplaced ? { after: { recoveryCodes: hashes.length } } : { result: 'failure' as const, reason: 'disabled' }),
  })
  return isReplaced
}

const about = ({ id, homeCustomer }: Person) => ({ customer: homeCustomer, target: { type: 'users', id } })
const ownerOf = ({ id, homeCustomer }: Person) => ({ userId: id, homeCustomer })
