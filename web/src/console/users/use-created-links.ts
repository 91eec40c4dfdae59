import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useIsLeft } from '../../api/form/use-is-left'
import { showToast } from '../../ui/toast'

/** A link that was created for an invitation. */
export interface CreatedLink {
  /** Id of the invitation. */
  id: string
  email: string
  link: string
}

/**
 * The links that were created in the list of invitations and still work, at most one an invitation. The server gives each out once, and
 * the mailed link has ended: whoever has left the list before the answer came is told so.
 */
export function useCreatedLinks() {
  const { t } = useLingui()
  const isLeft = useIsLeft()
  const [links, setLinks] = useState<readonly CreatedLink[]>([])
  const linksOfOthers = (before: readonly CreatedLink[], id: string) => before.filter((link) => link.id !== id)
  return {
    links,
    add(created: CreatedLink) {
      const { id, email } = created
      if (!isLeft()) return setLinks((before) => [...linksOfOthers(before, id), created])
      showToast({
        kind: 'problem',
        text: t`A new link for ${email} was created, but you left before it was shown. Create it again.`,
      })
    },
    /** The link of the invitation no longer works. */
    remove: (id: string) => setLinks((before) => linksOfOthers(before, id)),
  }
}
