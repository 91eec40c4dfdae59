import { formerRecoveryCode, oneTimeCode, recoveryCode } from '@lintel/contract/identity/mfa'
import type { Log } from '../../platform/context'
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

/** What a code is judged with. */
export interface Judging {
  secrets: Secrets
  log: Log
}

/** The given code if it is right at this moment. None is where SECRET_KEY does not open the factor, which the log tells. */
export function rightCode(
  judging: Judging,
  { userId, secretEncrypted, lastStep, isRecoveryCode }: CountedFactor,
  given: GivenCode,
  now: number,
): RightCode | undefined {
  if (given.by === 'recovery') return isRecoveryCode ? given : undefined
  if (given.code === undefined) return undefined
  const secret = secretOf(judging, secretEncrypted, userId)
  const step = secret === undefined ? undefined : stepOf(secret, given.code, { now, lastStep })
  return step === undefined ? undefined : { by: 'oneTime', step }
}

function secretOf({ secrets, log }: Judging, secretEncrypted: string, userId: string): string | undefined {
  try {
    return secrets.open(secretEncrypted, factorContext(userId))
  } catch (error) {
    log.error({ err: error, user: userId }, 'SECRET_KEY does not open a second factor: no code of it is right')
    return undefined
  }
}
