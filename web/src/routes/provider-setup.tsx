import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ProviderSetup } from '../portal/provider-setup/provider-setup'

/** The secret of a setup link is in the fragment, which is never sent to a server. */
export const Route = createFileRoute('/provider-setup')({
  component: () => <ProviderSetup secret={location.hash.slice(1)} />,
  staticData: { title: msg`Set up single sign-on` },
})
