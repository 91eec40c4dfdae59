import { recordEmailProof, requestEmailProof } from '@lintel/contract/identity/email-proof'
import { isFullUser, isStaff } from '@lintel/contract/people/permissions'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import type { IdentityServices } from '../identity-services'
import { personOf } from '../signed-in'
import { mailProof } from './mail-proof'
import { proveByStaff } from './prove-by-staff'

/** Proof that a person owns their mailbox. */
export const proofRoutes = (services: IdentityServices): Route[] => [
  answer(requestEmailProof, { may: isFullUser, run: (context) => mailProof(context, personOf(context)) }),
  answer(recordEmailProof, {
    freshProof: true,
    may: isStaff,
    run: (context, { parameters: { email } }) => proveByStaff(services, context, email),
  }),
]
