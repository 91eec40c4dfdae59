import { useLingui as useI18n } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import type { ChangeSetInput, ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { ProjectTemplate } from '@lintel/contract/projects/project-templates'
import type { Project } from '@lintel/contract/projects/projects'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import type { ChangeSetRequest } from '../../shell/change-sets/change-set-calls'
import { ChangeSetDialogs } from '../../shell/change-sets/change-set-dialogs'
import type { DescribeRow } from '../../shell/change-sets/row-text'
import type { OpenChangeSet } from '../../shell/change-sets/use-change-set-screen'
import type { UndoableChangeSet } from '../../shell/change-sets/use-undo'
import { widgetName } from '../../shell/content/widget-types'
import { describeDeletion, describeEntry, describeTemplate } from './describe-entry'
import { describeDrift } from './drift/describe-drift'
import { toggleChoices } from './drift/drift-choices'
import { ProjectsOfTemplate } from './drift/projects-of-template'
import { EditTemplate } from './edit-template'
import { GoToLibrary, NewLibrary } from './new-library'
import { RenameEntry } from './rename-entry'
import { typeLabels } from './resource-labels'
import { useLibraryIndexes } from './use-library-contents'

/** The dialogs of the templates screen with their parameters. */
export type TemplateDialog =
  | { at: 'edit'; template: ProjectTemplate | undefined }
  | { at: 'new-library' }
  | { at: 'go-to-library'; library: Project }
  | { at: 'rename'; template: string; entry: TemplateEntry; original: string | undefined }
  | { at: 'projects'; template: ProjectTemplate }

interface TemplateDialogsProps {
  open: TemplateDialog | OpenChangeSet
  customer: { id: string; name: string }
  templates: readonly ProjectTemplate[]
  libraries: readonly Project[]
  onOpen(dialog: TemplateDialog | OpenChangeSet | undefined): void
  /** A template was created or saved. */
  onTemplate(template: ProjectTemplate): void
  onRemoved(template: ProjectTemplate): void
  onLibrary(library: Project): void
  /** Records a change of a form; returns its undo function. */
  onDone(set: ChangeSet): (() => void) | undefined
  onApplied(set: ChangeSet, text: string): void
  onUndo(set: UndoableChangeSet, isPartial?: boolean): void
}

const toggleDriftChoices = (request: ChangeSetRequest, keys: readonly string[]): ChangeSetRequest => ({
  ...request,
  input: toggleChoices(request.input as ChangeSetInput<'template-drift'>, keys),
})

/** Renders the open dialog of the templates screen. */
export function TemplateDialogs(props: TemplateDialogsProps) {
  const { open, customer, templates, onOpen, onTemplate, onRemoved, onLibrary, onDone, onApplied, onUndo } = props
  const { t } = useLingui()
  const { i18n } = useI18n()
  const onClose = () => onOpen(undefined)
  const describeEntries = useDescribe(props.libraries, customer.id)
  const describers: Partial<Record<ChangeSetKind, DescribeRow>> = {
    'template-drift': describeDrift(i18n),
    template: describeTemplate,
    'delete-template': describeDeletion(i18n),
  }
  const describe = (kind: ChangeSetKind) => describers[kind] ?? describeEntries
  switch (open.at) {
    case 'edit':
      return (
        <EditTemplate
          {...{ customer, onClose, onDone, onRemoved }}
          opened={open.template}
          all={templates}
          onSaved={onTemplate}
        />
      )
    case 'new-library':
      return (
        <NewLibrary
          {...{ customer, onClose }}
          onCreated={(library) => {
            onLibrary(library)
            onOpen({ at: 'go-to-library', library })
          }}
        />
      )
    case 'go-to-library':
      return <GoToLibrary library={open.library} onClose={onClose} />
    case 'rename':
      return (
        <RenameEntry
          {...{ onClose }}
          customer={customer.id}
          template={open.template}
          entry={open.entry}
          original={open.original}
          onRenamed={(set) => onApplied(set, t`The entry is renamed.`)}
        />
      )
    case 'projects':
      return (
        <ProjectsOfTemplate
          {...{ onClose }}
          template={open.template}
          customer={customer.id}
          onPlan={(request) => onOpen({ at: 'plan', request })}
        />
      )
    default:
      return (
        <ChangeSetDialogs
          {...{ open, onOpen, onApplied, onUndo, describe }}
          screen="templates"
          customer={customer.id}
          applied={{ 'template-drift': t`The projects are updated.` }}
          withChoices={{ 'template-drift': toggleDriftChoices }}
        />
      )
  }
}

/** Describes changes of entries with their names in the libraries. */
function useDescribe(libraries: readonly Project[], customer: string) {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const indexes = useLibraryIndexes(
    libraries.map(({ id }) => id),
    customer,
  )
  const known = new Map(libraries.map(({ id, name }) => [id, { name, index: indexes.get(id) }]))
  return describeEntry(known, {
    types: typeLabels(i18n),
    widget: (name) => widgetName(i18n, name),
    everything: t`Everything`,
    unnamed: t`Without a name`,
    none: t`not in the template`,
  })
}
