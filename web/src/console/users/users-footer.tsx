import { useLingui } from '@lingui/react'
import { Plural, Trans } from '@lingui/react/macro'
import type { AccessTable } from './access-table'

interface UsersFooterProps {
  table: AccessTable
  /** Number of matching people; undefined without a filter. */
  matches: number | undefined
  isProjectVisible: readonly boolean[]
}

/** Total numbers, always visible. */
export function UsersFooter({ table, matches, isProjectVisible }: UsersFooterProps) {
  const inSight = isProjectVisible.filter(Boolean).length
  const { i18n } = useLingui()
  const shown = i18n.number(inSight)
  const foundCount = i18n.number(matches ?? 0)
  return (
    <>
      <span>
        {matches === undefined ? (
          <Plural value={table.people.length} one="# user" other="# users" />
        ) : (
          <Trans>
            {foundCount} of <Plural value={table.people.length} one="# user" other="# users" />
          </Trans>
        )}
      </span>
      <span>
        {inSight < table.projects.length ? (
          <Trans>
            {shown} of <Plural value={table.projects.length} one="# project" other="# projects" />
          </Trans>
        ) : (
          <Plural value={table.projects.length} one="# project" other="# projects" />
        )}
      </span>
      {table.omittedProjects > 0 && (
        <span>
          <Plural
            value={table.omittedProjects}
            one="# more asks for another sign-in"
            other="# more ask for another sign-in"
          />
        </span>
      )}
      <span>
        <Plural value={table.count()} one="# role" other="# roles" />
      </span>
    </>
  )
}
