import type { associateMfa, enableMfa, renewRecoveryCodes } from '@lintel/contract/identity/mfa'
import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { instantOf } from '../../platform/clock'
import type { Change, Context } from '../../platform/context'
import { endFeedTokens } from '../feed-tokens/feed-tokens.store'
import type { IdentityServices } from '../identity-services'
import { secondFactorSeconds } from '../sessions/cookies'
import { endOtherSessions } from '../sessions/end-other-sessions'
import { markProved, markSecondFactor } from '../sessions/sessions.store'
import { requireFactorProof } from '../step-up/factor-proof'
import { factorContext } from './factor'
import { factorOf, lockSetUp, lockSwitchedOn, putRecoveryCodes, putSetUp, switchOn } from './factor.store'
import { type Judging, readCode, rightCode } from './given-code'
import { noticeFactor } from './notices'
import { makeRecoveryCodes } from './recovery-codes'
import { makeTotpSecret, otpauthUri } from './totp'

/** How long a set-up stays the same in the browser that began it. */
const setUpMs = secondFactorSeconds * 1_000

/** Who sets up, from which browser, and whether in place of the factor that is on. */
interface SettingUp {
  replaces: boolean
  browserHash: Buffer | null
}

/**
 * Makes a secret that counts for nothing until a code proves that an app has it (security C5). The same browser gets the same one
 * again for five minutes: a phone drops the page while its owner looks at the app.
 */
export async function associate(
  { secrets }: IdentityServices,
  context: Context,
  actor: Person,
  { replaces, browserHash }: SettingUp,
): Promise<CallAnswer<typeof associateMfa>> {
  const secretCode = await context.change(async (change) => {
    const { db, now, audit } = change
    await requireFactorProof(change, actor)
    if (!replaces && (await factorOf(db, actor.id))) {
      audit({ action: 'mfa.associate', ...about(actor), result: 'failure', reason: 'enabled' })
      return undefined
    }
    const begun = await lockSetUp(db, actor.id)
    const isSame =
      begun?.browserHash && browserHash?.equals(begun.browserHash) && now - Date.parse(begun.createdAt) < setUpMs
    audit({ action: 'mfa.associate', ...about(actor), ...(isSame && { reason: 'again' }) })
    if (isSame) return secrets.open(begun.secretEncrypted, factorContext(actor.id))
    const made = makeTotpSecret()
    const secretEncrypted = secrets.seal(made, factorContext(actor.id))
    await putSetUp(db, actor.id, { secretEncrypted, browserHash, createdAt: instantOf(now) })
    return made
  })
  if (secretCode === undefined) throw new Problem('conflict', { detail: 'A second factor is set up already' })
  return { secretCode, qrCodeValue: otpauthUri(actor.email, secretCode) }
}

/**
 * Switches the second factor on when a code shows that the app has its secret; the session has it from then on. In place of
 * another one, that counts until here, and its recovery codes stay.
 */
export async function enable(
  services: IdentityServices,
  context: Context,
  actor: Person,
  { code, endOthers }: { code: string; endOthers: boolean },
): Promise<CallAnswer<typeof enableMfa>> {
  const judging = { secrets: services.secrets, log: context.request.log }
  const outcome = await context.change(async (change): Promise<string[] | 'conflict' | 'invalidCode'> => {
    const { db, now, audit } = change
    const begun = await lockSetUp(db, actor.id)
    await requireFactorProof(change, actor)
    const replaces = (await factorOf(db, actor.id)) !== undefined
    if (!begun && replaces) return (await codesUnseen(judging, change, actor, code)) ?? 'conflict'
    const action = replaces ? 'mfa.replace' : 'mfa.enable'
    const refuse = (reason: 'conflict' | 'invalidCode') => {
      audit({ action, ...about(actor), result: 'failure', reason })
      return reason
    }
    if (!begun) return refuse('conflict')
    const { secretEncrypted } = begun
    const factor = { secretEncrypted, userId: actor.id, lastStep: 0, isRecoveryCode: false, blockedUntil: null }
    const right = rightCode(judging, factor, readCode(code), now)
    if (right?.by !== 'oneTime') return refuse('invalidCode')
    await switchOn(db, actor.id, { secretEncrypted, step: right.step, now })
    const recovery = replaces ? undefined : makeRecoveryCodes()
    if (recovery) await putRecoveryCodes(db, actor.id, recovery.hashes, now)
    await markSecondFactor(db, actor.sessionId, now)
    await markProved(db, actor.sessionId, now)
    await endFeedTokens(db, actor.id, 'mfa-changed', now)
    if (endOthers) await endOtherSessions(change, actor)
    await noticeFactor(change, ownerOf(actor), 'second-factor-enabled')
    audit({ action, ...about(actor), ...(recovery && { after: { recoveryCodes: recovery.hashes.length } }) })
    return recovery?.shown ?? []
  })
  if (outcome === 'conflict') throw new Problem('conflict', { detail: 'Nothing waits to be switched on' })
  if (outcome === 'invalidCode') throw new Problem('invalidCode', { pointer: '/code' })
  services.actors.forgetPerson(actor.id)
  return { recoveryCodes: outcome }
}

/**
 * The code that switched the factor on, sent once more because the answer was lost on its way: it is on, and the recovery codes that came
 * with it, which nobody has seen, are made anew. Undefined for any other code, and five minutes later.
 */
async function codesUnseen(
  judging: Judging,
  { db, now, audit }: Change,
  actor: Person,
  code: string,
): Promise<string[] | undefined> {
  const on = await lockSwitchedOn(db, actor.id, now - setUpMs)
  const factor = on && { ...on, userId: actor.id, lastStep: on.lastStep - 1, isRecoveryCode: false, blockedUntil: null }
  const right = factor && rightCode(judging, factor, readCode(code), now)
  const isSame = right?.by === 'oneTime' && right.step === on?.lastStep
  const recovery = isSame && on?.isFirst ? makeRecoveryCodes() : undefined
  if (recovery) await putRecoveryCodes(db, actor.id, recovery.hashes, now)
  audit({
    action: 'mfa.enable',
    ...about(actor),
    ...(isSame ? { reason: 'again' } : { result: 'failure' as const, reason: 'conflict' }),
    ...(recovery && { after: { recoveryCodes: recovery.hashes.length } }),
  })
  return isSame ? (recovery?.shown ?? []) : undefined
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
  // After the factor was locked: one that was switched on at this moment asks for its code as well.
  await requireFactorProof(change, actor)
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
