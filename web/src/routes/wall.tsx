import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Wall } from '../console/widgets/wall/wall'
import { wallToken } from '../console/widgets/wall/wall-token'
import { speakOf } from '../i18n/texts'

/** A dashboard on a wall. Its display token stands in the fragment, which no server sees, until it was exchanged for a cookie. */
export const Route = createFileRoute('/wall')({
  beforeLoad: ({ context: { queries } }) => {
    const token = location.hash.slice(1)
    // Also another link in a window whose link has ended. It stays in the address until it is exchanged: a screen that begins
    // without a network is loaded again.
    if (token !== '' && token !== wallToken.held) {
      wallToken.held = token
      void queries.resetQueries({ queryKey: ['wall'] })
    }
    return speakOf('console')
  },
  component: Wall,
  staticData: { title: msg`Wall` },
})
