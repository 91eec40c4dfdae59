import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Logout } from '../portal/logout/logout'

export const Route = createFileRoute('/logout')({
  component: Logout,
  staticData: { title: msg`Sign out` },
})
