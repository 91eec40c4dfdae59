import { createFileRoute, redirect } from '@tanstack/react-router'

// A guest link opens the sign-in page's own document (`login.html`), so navigation from within the app leaves for it.
export const Route = createFileRoute('/guest')({
  beforeLoad: ({ location }) => {
    throw redirect({ href: location.href, reloadDocument: true })
  },
})
