import { addFactor, addRecoveryCodes, addPendingFactor } from '../src/identity/mfa/factor'
import { hashSecret } from '../src/identity/random-secret'
import type { Transaction } from '../src/platform/database'
import type { Secrets } from '../src/platform/secrets'
import { demoCodeSecret } from './credentials'
import { personId } from './person-id'

/** How somebody of the demo stands with their second factor. All have the published seed. */
interface DemoFactor {
  email: string
  /** Unused recovery codes of the ten; undefined where the factor has yet to be proved. */
  codesLeft?: number
}

const factors: readonly DemoFactor[] = [
  { email: 'staff@lintel.example', codesLeft: 10 },
  { email: 'j.gross@fassade.example', codesLeft: 8 },
  { email: 'hiro@kozo.example', codesLeft: 2 },
  { email: 'freja@skovgaard.example' },
]

/** The second factors of the demo people, sealed with this installation's key. */
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

/** Nobody is told these codes: who wants to try some makes new ones. */
const codesOf = (email: string) => Array.from({ length: 10 }, (_, at) => hashSecret(`recovery code ${at} of ${email}`))
