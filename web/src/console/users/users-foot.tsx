import { useLingui } from '@lingui/react'
import { Plural, Trans } from '@lingui/react/macro'
import type { AccessTable } from './access-table'

interface UsersFootProps {
  table: AccessTable
  /** How many people a filter found; undefined without one. */
  found: number | undefined
  isInSight: readonly boolean[]
}

/** How many there are of everything; always in sight. */
export function UsersFoot({ table, found, isInSight }: UsersFootProps) {
  const inSight = isInSight.filter(Boolean).length
  const { i18n } = useLingui()
  const shown = i18n.number(inSight)
  const foundCount = i18n.number(found ?? 0)
  return (
    <>
      <span>
        {found === undefined ? (
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
