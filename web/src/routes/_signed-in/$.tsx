import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { NotFoundScreen } from '../../shell/not-found-screen'

/** Unknown addresses, shown within the frame. */
export const Route = createFileRoute('/_signed-in/$')({
  component: NotFoundScreen,
  staticData: { title: msg`Not found` },
})
