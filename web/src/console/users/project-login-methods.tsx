import { Trans, useLingui } from '@lingui/react/macro'
import { effectiveMethods, isSatisfied } from '@lintel/contract/customers/login-methods'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Ground } from '../../api/form/draft'
import { FormDialog } from '../../api/form/form-dialog'
import { Loaded } from '../../api/form/loaded'
import { LoginMethodsField } from '../../api/form/login-methods-field'
import { unreadOf } from '../../api/form/reading'
import { useConflicts } from '../../api/form/use-conflicts'
import { useDrafts } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
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
  /** A project is saved by that change set. */
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

const groundIn = (records: readonly Project[], project: string) => groundOf(records.find(({ id }) => id === project))

/** Which login methods open a project, and others that are chosen one after the other: all of them are saved. */
export function ProjectLoginMethods({ table, customer, project, onSaved, onClose }: ProjectLoginMethodsProps) {
  const { t } = useLingui()
  // The one that is shown last; those before it keep what was chosen for them.
  const [opened, setOpened] = useState<readonly string[]>(project === undefined ? [] : [project])
  const id = opened.at(-1) ?? ''
  const { names, ids, customerMethods, reading } = useLoginMethods(customer)
  const { data: user } = useQuery(currentUser)
  const nameOf = (key: string) => table.projects[table.projectAt(key) ?? -1]?.name ?? key
  const wordsOf = (methods: readonly string[]) => methods.map(names.of).join(', ')
  const { shown, drafts, conflictsOf, save } = useMethodDrafts({
    ...{ customer, opened, nameOf, wordsOf, onSaved },
    leave: onClose,
  })
  const draft = drafts.of(id)

  const own = user?.loginMethod ?? null
  const methodsOf = (chosen: readonly string[]) => effectiveMethods(chosen, customerMethods)
  const closed = drafts.touched.filter(({ values }) => own !== null && !isSatisfied(own, methodsOf(values.providers)))
  // The choices that would close projects to whoever makes them, once they were warned of these.
  const [warned, setWarned] = useState('')
  const closing = closed.map(({ key, values }) => [key, ...values.providers.toSorted()].join()).join(' ')
  const isWarned = closing !== '' && warned === closing

  const name = id === '' ? undefined : nameOf(id)
  const others = drafts.touched.flatMap(({ key }) => (key === id ? [] : nameOf(key))).join(', ')
  return (
    <FormDialog
      title={name === undefined ? t`Login methods of a project` : t`Login methods of ${name}`}
      unread={unreadOf(reading)}
      isTyped={drafts.isTyped}
      save={save}
      conflicts={drafts.touched.flatMap(({ key }) => conflictsOf(key))}
      isDisabled={!shown?.data && !drafts.isTyped}
      kind={isWarned ? 'danger' : 'primary'}
      action={isWarned ? <Trans>Save all the same</Trans> : <Trans>Save</Trans>}
      onSubmit={() => {
        if (!drafts.isTyped) onClose()
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
              inherited={customerMethods}
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

interface MethodDraftsTerms extends Pick<ProjectLoginMethodsProps, 'customer' | 'onSaved'> {
  /** Ids of the projects that were chosen. */
  opened: readonly string[]
  nameOf(project: string): string
  wordsOf(methods: readonly string[]): string
  leave(): void
}

/** What is chosen for several projects, on what is stored of them; saved one after the other. */
function useMethodDrafts({ customer, opened, nameOf, wordsOf, onSaved, leave }: MethodDraftsTerms) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const answers = useQueries({ queries: opened.map((key) => one(projects, key)) })
  const ground = answers.flatMap(({ data }) => data?.record ?? [])
  const drafts = useDrafts((key) => groundIn(ground, key))
  const disputed = drafts.touched.filter(({ conflicts }) => conflicts.length > 0)
  const changes = useRecentChanges(
    disputed.map(({ key }) => ({ customer, subject: key })),
    disputed.map(({ key }) => groundIn(ground, key).version).join(),
    disputed.length > 0,
  )
  const inWords = useConflicts()
  const conflictsOf = (key: string) => {
    const name = nameOf(key)
    return inWords(drafts.of(key), {
      label: () => t`Login methods of ${name}`,
      textOf: (_field, value) => wordsOf(value),
      by: (field, value) => whoChanged(changes, { id: key, field, value, valuesOf }),
    }).map((conflict) => ({ ...conflict, key }))
  }

  const save = useDraftSave<readonly Project[], void>({
    ground,
    async send(now) {
      // Each by itself: one that is saved is not typed any more when the others are sent again.
      for (const { key, on } of drafts.touched) {
        const { isTyped, values, version } = on(groundIn(now, key))
        const input = {
          project: key,
          providers: [...values.providers],
          ...(version !== undefined && { expectedVersion: version }),
        }
        if (isTyped) onSaved(mustBeApplied(await applyAtOnce({ kind: 'project-login-methods', customer, input })))
      }
    },
    readAgain: () =>
      Promise.all(
        drafts.touched.map(async ({ key }) => {
          const { record } = await queries.fetchQuery({ ...one(projects, key), staleTime: 0 })
          return record
        }),
      ),
    isDisputed: (now) => drafts.touched.some(({ key, on }) => on(groundIn(now, key)).conflicts.length > 0),
    touches: [projects],
    leave,
  })
  return { shown: answers.at(-1), drafts, conflictsOf, save }
}
