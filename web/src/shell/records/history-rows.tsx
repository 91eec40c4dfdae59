import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { listChangeSetRows } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { projects } from '@lintel/contract/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../api/call-api'
import { useLoginMethods } from '../../api/form/use-login-methods'
import { LoadError } from '../../api/load-error'
import { describeProfile } from '../../shell/change-sets/row-text'
import { roleLabel } from '../../ui/role'
import styles from './list-dialog.module.css'

interface HistoryRowsProps {
  /** Id of the change set. */
  set: string
  customer: string
  /** A person's email or a project's id: filters the rows. */
  subject: string
}

/** Maximum number of rows shown; of the others only their number. */
const maxRows = 5

/** The rows of a change set about a person or project: the other side of each row, and the role before and after. */
export function HistoryRows({ set, customer, subject }: HistoryRowsProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { names } = useLoginMethods(customer)
  const isPerson = subject.includes('@')
  const { data, error } = useQuery({
    queryKey: ['change-set-rows', set, subject],
    queryFn: ({ signal }) =>
      callApi(listChangeSetRows, {
        parameters: { id: set },
        query: {
          'page[size]': String(maxRows),
          'filter[outcome]': 'change',
          ...(isPerson ? { 'filter[user]': subject } : { 'filter[project]': subject }),
        },
        signal,
      }),
  })
  const role = (values: { privilegeLevel?: unknown } | null) =>
    i18n._(roleLabel((values?.privilegeLevel ?? privilegeLevel.inactive) as PrivilegeLevel))
  const methodsOf = (values: { providers?: unknown } | null) =>
    (Array.isArray(values?.providers) ? values.providers : []).map(names.of).join(', ') || '—'
  if (error && !data) return <LoadError error={error} what={t`Recent changes`} />
  const more = (data?.meta.page.total ?? 0) - maxRows
  return (
    <>
      {data?.data.map(({ id, attributes: { object, before, after } }) => {
        const { user = '', name, projectName = '' } = object
        if (object.type === customerUserProfiles.type)
          return (
            <span key={id} className={styles.detail}>
              {`${t`Profile`} · ${describeProfile(before)} → ${describeProfile(after)}`}
            </span>
          )
        if (object.type === projects.type)
          return (
            <span key={id} className={styles.detail}>
              {`${t`Login methods`} · ${methodsOf(before)} → ${methodsOf(after)}`}
            </span>
          )
        const whom = isPerson ? projectName : name && name !== user ? `${name} (${user})` : user
        return (
          <span key={id} className={styles.detail}>
            {`${whom} · ${role(before)} → ${role(after)}`}
          </span>
        )
      })}
      {more > 0 && <span className={styles.detail}>{`+ ${i18n.number(more)}`}</span>}
    </>
  )
}
