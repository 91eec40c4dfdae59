import { addFactor, addPendingFactor, addRecoveryCodes } from '../src/identity/mfa/factor'
import { hashSecret } from '../src/identity/random-secret'
import type { Transaction } from '../src/platform/database'
import type { Secrets } from '../src/platform/secrets'
import { demoCodeSecret } from './credentials'
import { personId } from './person-id'

/** The second factor of a demo person. All have the published secret. */
interface DemoFactor {
  email: string
  /** Unused recovery codes of the ten; undefined while the factor is not yet confirmed. */
  codesLeft?: number
}

const factors: readonly DemoFactor[] = [
  { email: 'staff@lintel.example', codesLeft: 10 },
  { email: 'j.gross@fassade.example', codesLeft: 8 },
  { email: 'hiro@kozo.example', codesLeft: 2 },
  { email: 'freja@skovgaard.example' },
]

/** Inserts the second factors of the demo people, encrypted with this installation's key. */
export async function insertSecondFactors(db: Transaction, secrets: Secrets, now: number): Promise<void> {
  for (const { email, codesLeft } of factors) {
    const factor = { userId: personId(email), secret: demoCodeSecret, now }
    if (codesLeft === undefined) await addPendingFactor(db, secrets, factor)
    else {
      await addFactor(db, secrets, factor)
      await addRecoveryCodes(db, { userId: factor.userId, hashes: codesOf(email), left: codesLeft, now })
    }
  }
}

/** These codes are not published; to try some, generate new ones. */
const codesOf = (email: string) => Array.from({ length: 10 }, (_, at) => hashSecret(`recovery code ${at} of ${email}`))
