import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { NotFoundScreen } from '../../shell/not-found-screen'

/** Every address that nobody knows, in the frame of the others. */
export const Route = createFileRoute('/_signed-in/$')({
  component: NotFoundScreen,
  staticData: { title: msg`Not found` },
})
