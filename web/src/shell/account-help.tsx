import { Trans } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { urls } from '@lintel/contract/settings/urls'
import { useQuery } from '@tanstack/react-query'
import { one } from '../api/resource'
import { installation } from '../session/installation'
import { chatAddress } from './support-chat'

/** Link to help: the operator's pages, else the support; nothing if the operator configured neither. */
export function AccountHelp({ user, onFollow }: { user: CurrentUser; onFollow(): void }) {
  const pages = useQuery(one(urls, 'HELP'))
  const { data: loadedInstallation } = useQuery(installation)
  const { supportChat, supportMail } = loadedInstallation?.record ?? {}
  const chat = supportChat && chatAddress(supportChat, { email: user.email, name: user.displayName, message: '' })
  const support = chat ?? (supportMail && `mailto:${supportMail}`)
  const address = pages.data?.record.url ?? (pages.isPending ? undefined : support)
  return (
    address !== undefined && (
      <a href={address} target="_blank" rel="noreferrer" onClick={onFollow}>
        <Trans>Help</Trans>
      </a>
    )
  )
}
