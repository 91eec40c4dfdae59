import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Wall } from '../console/widgets/wall/wall'
import { wallToken } from '../console/widgets/wall/wall-token'
import { speakOf } from '../i18n/texts'

/** A dashboard on a wall. Its display token stands in the fragment, which no server sees, until it was exchanged for a cookie. */
export const Route = createFileRoute('/wall')({
  beforeLoad: ({ context: { queries } }) => {
    if (location.hash.length > 1) {
      wallToken.held = location.hash.slice(1)
      history.replaceState(history.state, '', location.pathname)
      // Another link in a window whose link has ended.
      void queries.resetQueries({ queryKey: ['wall'] })
    }
    return speakOf('console')
  },
  component: Wall,
  staticData: { title: msg`Wall` },
})
