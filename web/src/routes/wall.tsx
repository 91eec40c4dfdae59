import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Wall } from '../console/widgets/wall/wall'
import { takeWallToken } from '../console/widgets/wall/wall-calls'
import { speakOf } from '../i18n/texts'

/** A dashboard on a wall. Its display token stands in the fragment, which no server sees, until it was exchanged for a cookie. */
export const Route = createFileRoute('/wall')({
  beforeLoad: async () => {
    takeWallToken()
    await speakOf('console')
  },
  component: Wall,
  staticData: { title: msg`Wall` },
})
