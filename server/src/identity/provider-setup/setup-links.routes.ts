import {
  createSetupLink,
  providerSetupPath,
  readSetupLink,
  revokeSetupLink,
} from '@lintel/contract/identity/provider-setup'
import { isStaff } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { findProvider } from '../federation/federation.store'
import { hashSecret, randomSecret } from '../random-secret'
import { personOf } from '../signed-in'
import { addSetupLink, endSetupLink, lockForSetup, setupLinkOf } from './setup-links.store'

const dayMs = 24 * 3_600_000

const target = (provider: string) => ({ customer: null, target: { type: 'sso-providers', id: provider } })

/** Setup links: created and revoked by staff. */
export const setupLinkRoutes: Route[] = [
  answer(readSetupLink, {
    may: isStaff,
    async run({ db, now }, { parameters: { provider } }) {
      if (!(await findProvider(db, provider))) throw new Problem('notFound')
      return { setupLink: (await setupLinkOf(db, provider, now)) ?? null }
    },
  }),
  answer(createSetupLink, {
    may: isStaff,
    freshProof: true,
    async run(context, { parameters: { provider }, body: { days } }) {
      const { id } = personOf(context)
      const secret = randomSecret()
      const setupLink = await context.change(async ({ db, now, audit }) => {
        const found = await lockForSetup(db, provider)
        if (!found) throw new Problem('notFound')
        if (!found.isNeverActive) throw new Problem('providerActivated')
        const expiresAt = now + days * dayMs
        await addSetupLink(db, { provider, secretHash: hashSecret(secret), createdBy: id, now, expiresAt })
        audit({ action: 'setup-links.create', ...target(provider), after: { days } })
        return setupLinkOf(db, provider, now)
      })
      if (!setupLink) throw new Problem('notFound')
      return { address: `${context.configuration.publicUrl}${providerSetupPath}#${secret}`, setupLink }
    },
  }),
  answer(revokeSetupLink, {
    may: isStaff,
    run: (context, { parameters: { provider } }) =>
      context.change(async ({ db, now, audit }) => {
        if (!(await endSetupLink(db, provider, now))) throw new Problem('notFound')
        audit({ action: 'setup-links.revoke', ...target(provider) })
      }),
  }),
]
