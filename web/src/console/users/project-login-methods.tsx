import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { effectiveMethods, isSatisfied } from '@lintel/contract/customers/login-methods'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoginMethodsField } from '../../api/form/login-methods-field'
import { useLoginMethods } from '../../api/form/use-login-methods'
import { problemText } from '../../api/problem-text'
import { one } from '../../api/resource'
import { saveUnlessGone } from '../../api/save-record'
import { useSave } from '../../api/use-save'
import { currentUser } from '../../session/current-user'
import { Dialog } from '../../ui/dialog'
import { FormActions } from '../../ui/form-actions'
import { Notice } from '../../ui/notice'
import { SelectField } from '../../ui/select-field'
import { SkeletonRows } from '../../ui/skeleton-rows'
import type { AccessTable } from './access-table'
import styles from './users-dialog.module.css'

interface ProjectLoginMethodsProps {
  table: AccessTable
  customer: string
  /** The project's id; undefined when it has yet to be chosen. */
  project: string | undefined
  onSaved(): void
  onClose(): void
}

/** Which login methods open a project. */
export function ProjectLoginMethods({ table, customer, project, onSaved, onClose }: ProjectLoginMethodsProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [chosen, setChosen] = useState(project)
  const { data, error } = useQuery({ ...one(projects, chosen ?? ''), enabled: chosen !== undefined })
  const name = table.projects[table.projectAt(chosen ?? '') ?? -1]?.name
  const title = name === undefined ? t`Login methods of a project` : t`Login methods of ${name}`
  return (
    <Dialog label={title} onClose={onClose}>
      <div className={styles.form}>
        <h2>{title}</h2>
        {project === undefined && (
          <SelectField
            label={t`Project`}
            options={[
              { group: t`Projects`, items: table.projects.map((each) => ({ value: each.id, label: each.name })) },
            ]}
            value={chosen ?? ''}
            onChange={setChosen}
          />
        )}
        {error && <Notice kind="problem" title={i18n._(problemText(error))} />}
        {chosen !== undefined && !data && !error && <SkeletonRows rows={3} />}
        {data && <MethodsForm key={data.record.id} project={data.record} {...{ customer, onSaved, onClose }} />}
      </div>
    </Dialog>
  )
}

interface MethodsFormProps extends Pick<ProjectLoginMethodsProps, 'customer' | 'onSaved' | 'onClose'> {
  project: Project
}

function MethodsForm({ project, customer, onSaved, onClose }: MethodsFormProps) {
  const { names, ids, customerMethods } = useLoginMethods(customer)
  const { data: user } = useQuery(currentUser)
  const [value, setValue] = useState<readonly string[]>(project.providers)
  const [isConfirming, setConfirming] = useState(false)
  const { i18n } = useLingui()
  const save = useSave({
    work: (providers: string[]) =>
      saveUnlessGone(projects, { id: project.id, version: project.version, patch: { providers } }),
    touches: [projects],
    shows: () => true,
    onSaved: () => {
      onSaved()
      onClose()
    },
  })
  const own = user?.loginMethod ?? null
  const methods = effectiveMethods(value, customerMethods)
  const shutsOut = own !== null && !isSatisfied(own, methods)

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (shutsOut && !isConfirming) setConfirming(true)
        else save.mutate([...value])
      }}
    >
      {save.error && <Notice kind="problem" title={i18n._(problemText(save.error))} />}
      <LoginMethodsField
        ids={ids}
        names={names}
        value={value}
        inherited={customerMethods}
        onChange={(chosen) => {
          save.reset()
          setConfirming(false)
          setValue(chosen)
        }}
      />
      {isConfirming && own !== null && (
        <Notice kind="problem" title={<Trans>You would close this project to yourself</Trans>}>
          <p>
            <Trans>
              You are signed in by “{names.of(own)}”. To open {project.name} again, or to change this back, you will
              have to sign in by: {methods.map(names.of).join(', ')}.
            </Trans>
          </p>
        </Notice>
      )}
      <FormActions onCancel={onClose} isBusy={save.isPending} kind={isConfirming ? 'danger' : 'primary'}>
        {isConfirming ? <Trans>Save all the same</Trans> : <Trans>Save</Trans>}
      </FormActions>
    </form>
  )
}
