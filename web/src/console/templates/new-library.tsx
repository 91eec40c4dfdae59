import { Trans, useLingui } from '@lingui/react/macro'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { RecordDialog, type RecordWrites } from '../../api/form/record-dialog'
import { recordFields } from '../../api/form/record-fields'
import { saveRecord } from '../../api/save-record'
import { ProjectAnchor } from '../../shell/project-anchor'
import { Button, buttonClass } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { DialogActions } from '../../ui/dialog-actions'
import { CustomerLine } from './customer-line'
import styles from './templates.module.css'

const fields = recordFields(projects, ['name'])

interface NewLibraryProps {
  customer: { id: string; name: string }
  onCreated(library: Project): void
  onClose(): void
}

/** The form of a new library, which is created like any project. */
export function NewLibrary({ customer, onCreated, onClose }: NewLibraryProps) {
  const { t } = useLingui()
  const writes: Pick<RecordWrites<typeof projects>, 'save'> = {
    async save(saving) {
      const library = 'draft' in saving ? { ...saving, draft: { ...saving.draft, isLibrary: true } } : saving
      return { record: await saveRecord(projects, library) }
    },
  }
  return (
    <RecordDialog
      {...{ fields, writes, onClose }}
      resource={projects}
      customer={customer.id}
      opened={undefined}
      all={[]}
      schema={fields.schema}
      labels={{ name: t`Name` }}
      titleOf={({ name }) => name}
      newTitle={t`New library`}
      above={<CustomerLine name={customer.name} />}
      onSaved={onCreated}
    />
  )
}

/** Links to a new library, which is empty and filled there. */
export function GoToLibrary({ library, onClose }: { library: Project; onClose(): void }) {
  const { t } = useLingui()
  const { name, projectUri } = library
  return (
    <Dialog label={t`Go to ${name}?`} onClose={onClose}>
      <div className={styles.prompt}>
        <h2>{t`Go to ${name}?`}</h2>
        <p>
          <Trans>A library is filled like any project: with checklists, workflows, folders and groups.</Trans>
        </p>
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Stay here</Trans>
          </Button>
          <ProjectAnchor projectUri={projectUri} className={buttonClass({ kind: 'primary' })} onClick={onClose}>
            <Trans>Go to the library</Trans>
          </ProjectAnchor>
        </DialogActions>
      </div>
    </Dialog>
  )
}
