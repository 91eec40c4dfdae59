import { Trans, useLingui } from '@lingui/react/macro'
import { effectiveMethods, isSatisfied } from '@lintel/contract/customers/login-methods'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Ground, isSame } from '../../api/form/draft'
import { FormDialog } from '../../api/form/form-dialog'
import { Loaded } from '../../api/form/loaded'
import { LoginMethodsField } from '../../api/form/login-methods-field'
import { unreadOf } from '../../api/form/reading'
import { useDrafts } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useFormFields } from '../../api/form/use-form-fields'
import { useLoginMethods } from '../../api/form/use-login-methods'
import { useRecentChanges, whoChanged } from '../../api/form/who-changed'
import { one } from '../../api/resource'
import { currentUser } from '../../session/current-user'
import { applyAtOnce, mustBeApplied } from '../../shell/change-sets/apply-at-once'
import { Notice } from '../../ui/notice'
import { SelectField } from '../../ui/select-field'
import type { AccessTable } from './access-table'

interface ProjectLoginMethodsProps {
  table: AccessTable
  customer: string
  /** The project's id; undefined when it has yet to be chosen. */
  project: string | undefined
  /** Saved by that change set. */
  onSaved(set: ChangeSet): void
  onClose(): void
}

interface MethodValues {
  providers: readonly string[]
}

const valuesOf = (project: Partial<Pick<Project, 'providers'>> | undefined): MethodValues => ({
  providers: project?.providers ?? [],
})

const groundOf = (project: Project | undefined): Ground<MethodValues> => ({
  version: project?.version,
  values: valuesOf(project),
})

/** Which login methods open a project. */
export function ProjectLoginMethods({ table, customer, project, onSaved, onClose }: ProjectLoginMethodsProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [id, setId] = useState(project ?? '')
  const { names, ids, customerMethods, reading } = useLoginMethods(customer)
  const { data: user } = useQuery(currentUser)
  const { data, error } = useQuery({ ...one(projects, id), enabled: id !== '' })
  const record = data?.record
  // Of a project that was chosen before, as it was read then.
  const recordOf = (key: string) =>
    key === id ? record : queries.getQueryData<{ record: Project }>(one(projects, key).queryKey)?.record
  const drafts = useDrafts((key) => groundOf(recordOf(key)))
  const draft = drafts.of(id)
  const { providers } = draft.values
  const changes = useRecentChanges([{ customer, subject: id }], String(record?.version), draft.conflicts.length > 0)
  const form = useFormFields({
    draft,
    label: () => t`Login methods`,
    textOf: (_field, value) => value.map(names.of).join(', '),
    by: (field, value) => whoChanged(changes, { id, field, value, valuesOf }),
  })
  // The choice that would close the project to whoever makes it, once they were warned of it.
  const [warned, setWarned] = useState<readonly string[]>()
  const isWarned = warned !== undefined && isSame(warned, providers)
  const own = user?.loginMethod ?? null
  const methods = effectiveMethods(providers, customerMethods)
  const shutsOut = own !== null && !isSatisfied(own, methods)

  const save = useDraftSave({
    ground: groundOf(record),
    async send(on) {
      const { values, version } = draft.on(on)
      const input = {
        project: id,
        providers: [...values.providers],
        ...(version !== undefined && { expectedVersion: version }),
      }
      return mustBeApplied(await applyAtOnce({ kind: 'project-login-methods', customer, input }))
    },
    async readAgain() {
      return groundOf((await queries.fetchQuery({ ...one(projects, id), staleTime: 0 })).record)
    },
    isDisputed: (on) => draft.on(on).conflicts.length > 0,
    touches: [projects],
    onSaved,
    leave: onClose,
  })

  const name = table.projects[table.projectAt(id) ?? -1]?.name
  return (
    <FormDialog
      title={name === undefined ? t`Login methods of a project` : t`Login methods of ${name}`}
      unread={unreadOf(reading)}
      isTyped={draft.isTyped}
      save={save}
      conflicts={form.conflicts}
      isDisabled={!record}
      kind={isWarned ? 'danger' : 'primary'}
      action={isWarned ? <Trans>Save all the same</Trans> : <Trans>Save</Trans>}
      onSubmit={() => {
        if (!draft.isTyped) onClose()
        else if (shutsOut && !isWarned) setWarned(providers)
        else save.save()
      }}
      onClose={onClose}
    >
      {project === undefined && (
        <SelectField
          label={t`Project`}
          options={[
            { group: t`Projects`, items: table.projects.map((each) => ({ value: each.id, label: each.name })) },
          ]}
          value={id}
          onChange={setId}
        />
      )}
      {id !== '' && (
        <Loaded data={record} error={error} what={name} rows={3}>
          {() => (
            <LoginMethodsField
              ids={ids}
              names={names}
              value={providers}
              inherited={customerMethods}
              note={form.note('providers')}
              onChange={(chosen) => draft.set('providers', chosen)}
            />
          )}
        </Loaded>
      )}
      {isWarned && record && own !== null && (
        <Notice kind="problem" title={<Trans>You would close this project to yourself</Trans>}>
          <p>
            <Trans>
              You are signed in by “{names.of(own)}”. To open {record.name} again, or to change this back, you will have
              to sign in by: {methods.map(names.of).join(', ')}.
            </Trans>
          </p>
        </Notice>
      )}
    </FormDialog>
  )
}
