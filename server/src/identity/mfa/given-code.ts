import { formerRecoveryCode, oneTimeCode, recoveryCode } from '@lintel/contract/identity/mfa'
import type { Secrets } from '../../platform/secrets'
import { hashOf } from '../own-secret'
import type { CountedFactor, GivenCode, RightCode } from './codes'
import { factorContext } from './factor'
import { stepOf } from './totp'

/** Tells what was given by its form. */
export function readCode(typed: string): GivenCode {
  const recovery = [recoveryCode, formerRecoveryCode].flatMap((form) => form.safeParse(typed).data ?? [])
  return recovery.length > 0
    ? { by: 'recovery', hashes: recovery.map(hashOf) }
    : { by: 'oneTime', code: oneTimeCode.safeParse(typed).data }
}

/** The given code if it is right at this moment. */
export function rightCode(
  secrets: Secrets,
  { userId, secretEncrypted, lastStep, isRecoveryCode }: CountedFactor,
  given: GivenCode,
  now: number,
): RightCode | undefined {
  if (given.by === 'recovery') return isRecoveryCode ? given : undefined
  if (given.code === undefined) return undefined
  const secret = secrets.open(secretEncrypted, factorContext(userId))
  const step = stepOf(secret, given.code, { now, lastStep })
  return step === undefined ? undefined : { by: 'oneTime', step }
}
