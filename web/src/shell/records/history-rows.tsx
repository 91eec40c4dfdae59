import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { listChangeSetRows } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { projects } from '@lintel/contract/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask'
import { Failed } from '../../api/failed'
import { useLoginMethods } from '../../api/form/use-login-methods'
import { profileWords } from '../../shell/change-sets/row-text'
import { roleWord } from '../../ui/role'
import styles from './list-dialog.module.css'

interface HistoryRowsProps {
  /** The change set's id. */
  set: string
  customer: string
  /** A person's email or a project's id: only its rows. */
  subject: string
}

/** So many rows stand in a history; of more their number is said. */
const mostShown = 5

/** What a change set changed of a person or a project: the other side of each row, and the role before and after. */
export function HistoryRows({ set, customer, subject }: HistoryRowsProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { names } = useLoginMethods(customer)
  const isPerson = subject.includes('@')
  const { data, error } = useQuery({
    queryKey: ['change-set-rows', set, subject],
    queryFn: ({ signal }) =>
      ask(listChangeSetRows, {
        parameters: { id: set },
        query: {
          'page[size]': String(mostShown),
          'filter[outcome]': 'change',
          ...(isPerson ? { 'filter[user]': subject } : { 'filter[project]': subject }),
        },
        signal,
      }),
  })
  const role = (terms: { privilegeLevel?: unknown } | null) =>
    i18n._(roleWord((terms?.privilegeLevel ?? privilegeLevel.inactive) as PrivilegeLevel))
  const methodsOf = (terms: { providers?: unknown } | null) =>
    (Array.isArray(terms?.providers) ? terms.providers : []).map(names.of).join(', ') || '—'
  if (error && !data) return <Failed error={error} what={t`Recent changes`} />
  const more = (data?.meta.page.total ?? 0) - mostShown
  return (
    <>
      {data?.data.map(({ id, attributes: { object, before, after } }) => {
        const { user = '', name, projectName = '' } = object
        if (object.type === customerUserProfiles.type)
          return (
            <span key={id} className={styles.detail}>
              {`${t`Profile`} · ${profileWords(before)} → ${profileWords(after)}`}
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
