import { msg } from '@lingui/core/macro'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Federation } from '../portal/federation/federation'
import { TestWindow } from '../portal/federation/test-window'
import { currentUser } from '../session/current-user'
import { testReturn } from '../session/provider-return'
import { ExternalRedirect } from '../shell/external-redirect'

export const Route = createFileRoute('/federation')({
  component: FederationRoute,
  staticData: { title: msg`Sign in` },
})

function FederationRoute() {
  const router = useRouter()
  const { queries } = Route.useRouteContext()
  const [landingPage, setLandingPage] = useState<string>()
  const providerTest = testReturn()
  if (providerTest) return <TestWindow returned={providerTest} />
  if (landingPage !== undefined) return <ExternalRedirect to={landingPage} />
  return (
    <Federation
      onDone={(address) => {
        // Another user may be signed in now, or the same one with another identity.
        queries.removeQueries({ queryKey: currentUser.queryKey })
        if (new URL(address, location.href).origin !== location.origin) return setLandingPage(address)
        router.navigate({ href: address, replace: true })
      }}
    />
  )
}
