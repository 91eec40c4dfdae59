import { Trans, useLingui } from '@lingui/react/macro'
import { isMethodAllowed } from '@lintel/contract/customers/login-methods'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Baseline } from '../../api/form/draft'
import { FormDialog } from '../../api/form/form-dialog'
import { firstPending } from '../../api/form/load-state'
import { Loaded } from '../../api/form/loaded'
import { LoginMethodsField } from '../../api/form/login-methods-field'
import { useConflicts } from '../../api/form/use-conflicts'
import { useDrafts } from '../../api/form/use-draft'
import { useInheritedMethods } from '../../api/form/use-login-methods'
import { useRebasedSave } from '../../api/form/use-rebased-save'
import { useRecentChanges, whoChanged } from '../../api/form/who-changed'
import { one } from '../../api/resource'
import { currentUser } from '../../session/current-user'
import { applyImmediately, assertApplied } from '../../shell/change-sets/apply-immediately'
import { Notice } from '../../ui/notice'
import { SelectField } from '../../ui/select-field'
import type { AccessTable } from './access-table'

interface ProjectLoginMethodsProps {
  table: AccessTable
  customer: string
  /** The project's id; undefined when it has yet to be chosen. */
  project: string | undefined
  /** A project was saved by this change set. */
  onSaved(set: ChangeSet): void
  onClose(): void
}

interface MethodValues {
  providers: readonly string[]
}

const valuesOf = (project: Partial<Pick<Project, 'providers'>> | undefined): MethodValues => ({
  providers: project?.providers ?? [],
})

const baselineOf = (project: Project | undefined): Baseline<MethodValues> => ({
  version: project?.version,
  values: valuesOf(project),
})

const baselineIn = (records: readonly Project[], project: string) =>
  baselineOf(records.find(({ id }) => id === project))

/** The login methods of a project, and of others that are chosen one after the other; all of them are saved. */
export function ProjectLoginMethods({ table, customer, project, onSaved, onClose }: ProjectLoginMethodsProps) {
  const { t } = useLingui()
  // The last one is displayed; the others keep their unsaved values.
  const [opened, setOpened] = useState<readonly string[]>(project === undefined ? [] : [project])
  const id = opened.at(-1) ?? ''
  const { names, ids, methodsOf, loadState } = useInheritedMethods(customer)
  const { data: user } = useQuery(currentUser)
  const nameOf = (key: string) => table.projects[table.projectAt(key) ?? -1]?.name ?? key
  const wordsOf = (methods: readonly string[]) => methods.map(names.of).join(', ')
  const { shown, drafts, conflictsOf, save } = useMethodDrafts({
    ...{ customer, opened, nameOf, wordsOf, onSaved },
    leave: onClose,
  })
  const draft = drafts.of(id)

  const own = user?.loginMethod ?? null
  const closed = drafts.touched.filter(
    ({ values }) => own !== null && !isMethodAllowed(own, methodsOf(values.providers)),
  )
  // Key of the values for which the warning was shown that they close projects to the current user.
  const [warned, setWarned] = useState('')
  const closing = closed.map(({ key, values }) => [key, ...values.providers.toSorted()].join()).join(' ')
  const isWarned = closing !== '' && warned === closing

  const name = id === '' ? undefined : nameOf(id)
  const others = drafts.touched.flatMap(({ key }) => (key === id ? [] : nameOf(key))).join(', ')
  return (
    <FormDialog
      title={name === undefined ? t`Login methods of a project` : t`Login methods of ${name}`}
      pending={firstPending(loadState)}
      isDirty={drafts.isDirty}
      save={save}
      conflicts={drafts.touched.flatMap(({ key }) => conflictsOf(key))}
      isDisabled={!shown?.data && !drafts.isDirty}
      kind={isWarned ? 'danger' : 'primary'}
      action={isWarned ? <Trans>Save all the same</Trans> : <Trans>Save</Trans>}
      onSubmit={() => {
        if (!drafts.isDirty) onClose()
        else if (closing !== '' && !isWarned) setWarned(closing)
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
          hint={others !== '' && t`Saved with it: ${others}`}
          onChange={(next) => setOpened([...opened.filter((key) => key !== next), next])}
        />
      )}
      {id !== '' && (
        <Loaded data={shown?.data} error={shown?.error} what={name} rows={3}>
          {() => (
            <LoginMethodsField
              ids={ids}
              names={names}
              value={draft.values.providers}
              inherited={methodsOf()}
              note={conflictsOf(id)[0]?.note}
              onChange={(chosen) => draft.set('providers', chosen)}
            />
          )}
        </Loaded>
      )}
      {isWarned &&
        own !== null &&
        closed.map(({ key, values }) => (
          <Notice key={key} kind="problem" title={<Trans>You would close this project to yourself</Trans>}>
            <p>
              <Trans>
                You are signed in with “{names.of(own)}”. To open {nameOf(key)} again, or to change this back, you will
                have to sign in by: {wordsOf(methodsOf(values.providers))}.
              </Trans>
            </p>
          </Notice>
        ))}
    </FormDialog>
  )
}

interface MethodDraftsOptions extends Pick<ProjectLoginMethodsProps, 'customer' | 'onSaved'> {
  /** Ids of the chosen projects. */
  opened: readonly string[]
  nameOf(project: string): string
  wordsOf(methods: readonly string[]): string
  leave(): void
}

/** Drafts of several projects, saved one after the other. */
function useMethodDrafts({ customer, opened, nameOf, wordsOf, onSaved, leave }: MethodDraftsOptions) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const answers = useQueries({ queries: opened.map((key) => one(projects, key)) })
  const baseline = answers.flatMap(({ data }) => data?.record ?? [])
  const drafts = useDrafts((key) => baselineIn(baseline, key))
  const disputed = drafts.touched.filter(({ conflicts }) => conflicts.length > 0)
  const changes = useRecentChanges(
    disputed.map(({ key }) => ({ customer, subject: key })),
    disputed.map(({ key }) => baselineIn(baseline, key).version).join(),
    disputed.length > 0,
  )
  const describeConflicts = useConflicts()
  const conflictsOf = (key: string) => {
    const name = nameOf(key)
    return describeConflicts(drafts.of(key), {
      label: () => t`Login methods of ${name}`,
      textOf: (_field, value) => wordsOf(value),
      by: (field, value) => whoChanged(changes, { id: key, field, value, valuesOf }),
    }).map((conflict) => ({ ...conflict, key }))
  }

  const save = useRebasedSave<readonly Project[], void>({
    baseline,
    async send(now) {
      // One request for each project: a saved one is no longer changed when the others are retried.
      for (const { key, on } of drafts.touched) {
        const { isDirty, values, version } = on(baselineIn(now, key))
        const input = {
          project: key,
          providers: [...values.providers],
          ...(version !== undefined && { expectedVersion: version }),
        }
        if (isDirty) onSaved(assertApplied(await applyImmediately({ kind: 'project-login-methods', customer, input })))
      }
    },
    reload: () =>
      Promise.all(
        drafts.touched.map(async ({ key }) => {
          const { record } = await queries.fetchQuery({ ...one(projects, key), staleTime: 0 })
          return record
        }),
      ),
    hasConflicts: (now) => drafts.touched.some(({ key, on }) => on(baselineIn(now, key)).conflicts.length > 0),
    invalidates: [projects],
    draft: drafts,
    leave,
  })
  return { shown: answers.at(-1), drafts, conflictsOf, save }
}
