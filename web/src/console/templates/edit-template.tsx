import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { type ProjectTemplate, projectTemplates } from '@lintel/contract/projects/project-templates'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { creationKeys } from '../../api/creation-key'
import { RecordDialog, type RecordWrites, type Removal } from '../../api/form/record-dialog'
import { isNameTaken, recordFields } from '../../api/form/record-fields'
import { one } from '../../api/resource'
import { applyWithRetry, assertApplied, planAndApply } from '../../shell/change-sets/apply-immediately'
import type { ChangeSetRequest } from '../../shell/change-sets/change-set-calls'
import { Confirm } from '../../ui/confirm'
import { CustomerLine } from './customer-line'

const fields = recordFields(projectTemplates, ['name'])

interface EditTemplateProps {
  customer: { id: string; name: string }
  /** The template as it was when the form opened; undefined for a new one. */
  opened: ProjectTemplate | undefined
  /** All templates of the customer, for the check of unique names. */
  all: readonly ProjectTemplate[]
  /** Records a change; returns its undo function. */
  onDone(set: ChangeSet): (() => void) | undefined
  onSaved(template: ProjectTemplate): void
  onRemoved(template: ProjectTemplate): void
  onClose(): void
}

const savedId = ({ rows }: ChangeSet) => rows?.[0]?.object.id ?? ''

/** The form of a new or existing template. */
export function EditTemplate({ customer, opened, all, onDone, onSaved, onRemoved, onClose }: EditTemplateProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [withIdempotencyKey] = useState(() => creationKeys())
  const empty = { customer: customer.id, content: [], numProjects: 0 }
  /** The stored template; as far as it is known where it cannot be read, since it is saved. */
  const readSaved = async ({ version: _, ...known }: Partial<ProjectTemplate> & { id: string }) => {
    const request = { ...one(projectTemplates, known.id), staleTime: 0, retry: false, networkMode: 'always' } as const
    const read = queries.fetchQuery(request)
    const { record } = await read.catch(() => ({ record: known as ProjectTemplate }))
    return record
  }
  const writes: RecordWrites<typeof projectTemplates> = {
    async save(saving) {
      const isNew = 'draft' in saving
      const { name } = isNew ? saving.draft : saving.patch
      // The template has this name by now.
      if (opened && name === undefined) return { record: await readSaved(opened) }
      const input = isNew ? { name } : { template: saving.id, name, expectedVersion: saving.version }
      const request: ChangeSetRequest = { kind: 'template', customer: customer.id, input }
      const set = assertApplied(
        isNew
          ? await applyWithRetry(request, saving.idempotencyKey)
          : await withIdempotencyKey(request, (key) => applyWithRetry(request, key)),
      )
      const undo = onDone(set)
      return { record: await readSaved({ ...(opened ?? empty), id: savedId(set), name: String(name) }), undo }
    },
    async remove({ id, version }) {
      const input = { template: id, expectedVersion: version }
      const set = await planAndApply({ kind: 'delete-template', customer: customer.id, input })
      return { record: undefined, undo: onDone(set) }
    },
  }
  return (
    <RecordDialog
      {...{ opened, all, writes, fields, onSaved, onRemoved, onClose }}
      resource={projectTemplates}
      customer={customer.id}
      schema={fields.schema.extend({
        name: projectTemplates.fields.shape.name.refine(
          (name) => !isNameTaken(name, all, opened?.id),
          'templateNameTaken',
        ),
      })}
      labels={{ name: t`Name` }}
      titleOf={({ name }) => name}
      newTitle={t`New template`}
      above={<CustomerLine name={customer.name} />}
      deletedNotice={(by) =>
        by === undefined ? (
          <Trans>Somebody else has deleted this template</Trans>
        ) : (
          <Trans>{by} has deleted this template</Trans>
        )
      }
      removal={(removal) => <RemoveTemplate {...removal} />}
    />
  )
}

/** Confirmation of a deletion, with its effect on the projects that were created from the template. */
function RemoveTemplate({ record: { name, numProjects }, isBusy, ...question }: Removal<typeof projectTemplates>) {
  const { t } = useLingui()
  return (
    <Confirm
      {...question}
      busy={isBusy}
      title={t`Are you sure you want to delete template ${name}?`}
      action={<Trans>Delete template</Trans>}
    >
      <Plural
        value={numProjects}
        _0="No project was made from it. Its libraries stay."
        one="# project was made from it. It stays as it is, and so do the libraries."
        other="# projects were made from it. They stay as they are, and so do the libraries."
      />
    </Confirm>
  )
}
