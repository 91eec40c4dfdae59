import { legacyRecoveryCode, oneTimeCode, recoveryCode } from '@lintel/contract/identity/mfa'
import type { Log } from '../../platform/context'
import type { Secrets } from '../../platform/secrets'
import { hashSecret } from '../random-secret'
import type { EnteredCode, FactorAttempt, VerifiedCode } from './codes'
import { factorContext } from './factor'
import { stepOf } from './totp'

/** Classifies an entered code by its format. */
export function parseCode(typed: string): EnteredCode {
  const recovery = [recoveryCode, legacyRecoveryCode].flatMap((form) => form.safeParse(typed).data ?? [])
  return recovery.length > 0
    ? { by: 'recovery', hashes: recovery.map(hashSecret) }
    : { by: 'oneTime', code: oneTimeCode.safeParse(typed).data }
}

/** What the verification of a code needs. */
export interface VerificationContext {
  secrets: Secrets
  log: Log
}

/** Verifies an entered code. Undefined when it is wrong, or when SECRET_KEY does not decrypt the factor, which is logged. */
export function verifyEnteredCode(
  verification: VerificationContext,
  { userId, secretEncrypted, lastStep, isRecoveryCode }: FactorAttempt,
  entered: EnteredCode,
  now: number,
): VerifiedCode | undefined {
  if (entered.by === 'recovery') return isRecoveryCode ? entered : undefined
  if (entered.code === undefined) return undefined
  const secret = secretOf(verification, secretEncrypted, userId)
  const step = secret === undefined ? undefined : stepOf(secret, entered.code, { now, lastStep })
  return step === undefined ? undefined : { by: 'oneTime', step }
}

function secretOf({ secrets, log }: VerificationContext, secretEncrypted: string, userId: string): string | undefined {
  try {
    return secrets.open(secretEncrypted, factorContext(userId))
  } catch (error) {
    log.error(
      { err: error, user: userId },
      'SECRET_KEY does not decrypt a second factor, so none of its codes is accepted',
    )
    return undefined
  }
}
