import { createFileRoute, redirect } from '@tanstack/react-router'
import { restoreSession } from '../session/session'

// The sign-in page is a separate document (`login.html`), so navigation from within the app leaves for it.
export const Route = createFileRoute('/login')({
  beforeLoad: async ({ location }) => {
    const session = await restoreSession()
    if (session.at === 'signed-in') throw redirect({ to: '/', replace: true })
    throw redirect({ href: location.href, reloadDocument: true })
  },
})
