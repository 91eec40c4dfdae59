import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { projectMembers } from '@lintel/contract/people/members'
import { organizations } from '@lintel/contract/people/organizations'
import { projects } from '@lintel/contract/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemText } from '../../api/problem-text'
import { all } from '../../api/resource'
import { Dialog } from '../../ui/dialog'
import { Notice } from '../../ui/notice'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { EditUserForm } from './edit-user-form'
import type { EditUserProps } from './edit-user-props'
import { MemberOptions } from './member-options'
import styles from './users-dialog.module.css'

/** What a customer knows of one person, and what they may do where (admin-console chapter 2). */
export function EditUser(props: EditUserProps) {
  const { table, customer, user, onClose } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [options, setOptions] = useState<string>()
  const isNew = user === undefined
  // The form begins with what it is given: that is asked for each time, never what is remembered.
  const known = useQuery({
    ...all(customerUserProfiles, { filter: { customer, user: user ?? '' } }),
    enabled: !isNew,
    refetchOnMount: 'always',
  })
  const memberships = useQuery({
    ...all(projectMembers, {
      filter: { customer, user: user ?? '' },
      include: ['project'],
      fields: { [projects.type]: ['providers'] },
    }),
    enabled: !isNew,
    refetchOnMount: 'always',
  })
  const employers = useQuery(all(organizations, { filter: { customer }, sort: ['name'] }))
  const place = user === undefined ? undefined : table.personAt(user)
  const name = table.people[place ?? -1]?.name ?? user ?? ''
  const title = isNew ? t`Add a user` : t`Edit ${name}`
  const error = known.error ?? memberships.error ?? employers.error
  const isReady = isNew || (known.isFetchedAfterMount && memberships.isFetchedAfterMount)
  return (
    <Dialog label={title} onClose={onClose} size="wide">
      <div className={styles.form}>
        <h2>{title}</h2>
        {error ? (
          <Notice kind="problem" title={i18n._(problemText(error))} />
        ) : !isReady || !employers.data ? (
          <SkeletonRows rows={5} />
        ) : (
          <EditUserForm
            {...props}
            place={place}
            profile={known.data?.records[0]}
            members={new Map(memberships.data?.records.map((member) => [member.project, member]))}
            methods={new Map(memberships.data?.included.map(({ id, providers }) => [id, providers as string[]]))}
            employers={employers.data.records}
            onOptions={setOptions}
          />
        )}
      </div>
      {options !== undefined && user !== undefined && (
        <MemberOptions
          customer={customer}
          user={{ email: user, name }}
          project={table.projects[table.projectAt(options) ?? -1] ?? { id: options, name: options }}
          actor={props.actor}
          onSaved={(level) => props.onLevel(options, level)}
          onClose={() => setOptions(undefined)}
        />
      )}
    </Dialog>
  )
}
