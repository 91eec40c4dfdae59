import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import { isOverAllowance } from '../../platform/mail/allowance'
import { enqueueMail } from '../../platform/mail/mail'
import { proofHours } from '../proof/mail-proof'
import { hashSecret, randomSecret } from '../random-secret'
import { callbackAddress } from './callback-address'
import { creationOf } from './creation-of'
import { lockAccountByEmail, type Provider } from './federation.store'
import { addFederatedUser } from './identities.store'
import { addVerification, type PendingIdentity, type Verification } from './tickets.store'

/** Mails a link that proves the address, or instructions for linking its account. At most three mails an hour are sent. */
export async function requestEmailVerification(
  change: Change,
  provider: Provider,
  pending: PendingIdentity & { browserHash: Buffer },
  email: string,
): Promise<void> {
  const { db, now, audit, configuration } = change
  const known = await lockAccountByEmail(db, email, { provider: provider.id, now })
  const { emailMatch } = provider
  const creation = creationOf(known, { isProved: false, emailMatch, canAddUsers: configuration.canAddUsers })
  const kind = creation === 'notify' ? 'provider-known-address' : 'provider-verify-address'
  const added =
    creation === 'verify' && !known ? await addFederatedUser(db, { email, isProved: false }, now) : undefined
  const userId = known?.id ?? added
  const isTooOften = userId !== undefined && (await isOverAllowance(db, { to: userId, kind }, now))
  const failure = userId === undefined ? 'notAdded' : isTooOften ? 'tooOften' : undefined
  audit({
    action: 'federation.verification',
    customer: known?.homeCustomer ?? null,
    actor: { id: null, email },
    target: { type: 'sso-providers', id: provider.id },
    ...(failure && { result: 'failure' as const, reason: failure }),
  })
  if (userId === undefined || isTooOften) return
  if (creation === 'notify') await enqueueMail(change, { to: userId, kind, values: { provider: provider.name } })
  else await mailVerification(change, provider, { ...pending, userId, email })
}

async function mailVerification(
  change: Change,
  { name }: Provider,
  verification: Omit<Verification, 'codeHash'>,
): Promise<void> {
  const { db, now, configuration } = change
  const code = randomSecret()
  const expiresAt = now + proofHours * 3_600_000
  await addVerification(db, { ...verification, codeHash: hashSecret(code) }, { now, expiresAt })
  await enqueueMail(change, {
    to: verification.userId,
    kind: 'provider-verify-address',
    values: {
      provider: name,
      link: `${callbackAddress(configuration)}?verify=${code}`,
      expiresAt: instantOf(expiresAt),
    },
  })
}
