import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Wall } from '../console/widgets/wall/wall'
import { wallToken } from '../console/widgets/wall/wall-token'
import { addTexts } from '../i18n/texts'

/**
 * A wall dashboard. Its display token is in the fragment, which is never sent to a server, until it is exchanged for a
 * cookie.
 */
export const Route = createFileRoute('/wall')({
  beforeLoad: ({ context: { queries } }) => {
    const token = location.hash.slice(1)
    // Also handles a new link in a window whose link has ended. The token stays in the address until it is exchanged, so that
    // a screen that starts without a network can be reloaded.
    if (token !== '' && token !== wallToken.value) {
      wallToken.value = token
      void queries.resetQueries({ queryKey: ['wall'] })
    }
    return addTexts('console')
  },
  component: Wall,
  staticData: { title: msg`Wall` },
})
