import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ProviderSetup } from '../portal/provider-setup/provider-setup'

/** The secret of a set-up link stands in the fragment, which no server sees. */
export const Route = createFileRoute('/provider-setup')({
  component: () => <ProviderSetup secret={location.hash.slice(1)} />,
  staticData: { title: msg`Set up single sign-on` },
})
