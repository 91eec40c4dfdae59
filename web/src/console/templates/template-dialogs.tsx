import { useLingui as useWords } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSetInput, ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { ProjectTemplate } from '@lintel/contract/projects/project-templates'
import type { Project } from '@lintel/contract/projects/projects'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import type { WantedChangeSet } from '../../shell/change-sets/change-set-calls'
import { ChangeSetDialogs } from '../../shell/change-sets/change-set-dialogs'
import type { DescribeRow } from '../../shell/change-sets/row-text'
import type { OpenChangeSet } from '../../shell/change-sets/use-change-set-screen'
import type { Undone } from '../../shell/change-sets/use-undo'
import { widgetName } from '../../shell/content/widget-types'
import { describeDeletion, describeEntry } from './describe-entry'
import { describeDrift } from './drift/describe-drift'
import { chosenOtherwise } from './drift/drift-choices'
import { ProjectsOfTemplate } from './drift/projects-of-template'
import { EditTemplate } from './edit-template'
import { GoToLibrary, NewLibrary } from './new-library'
import { RenameEntry } from './rename-entry'
import { typeLabels } from './resource-words'
import { useLibraryIndexes } from './use-library-contents'

/** A dialog of the templates alone, and what it is about. */
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
  /** It was made or saved. */
  onTemplate(template: ProjectTemplate): void
  onLibrary(library: Project): void
  /** A template was deleted; gives how that is undone. */
  onDeleted(set: ChangeSet): (() => void) | undefined
  onApplied(set: ChangeSet, words: string): void
  onUndo(set: Undone, isPartial?: boolean): void
}

const driftOtherwise = (wanted: WantedChangeSet, keys: readonly string[]): WantedChangeSet => ({
  ...wanted,
  input: chosenOtherwise(wanted.input as ChangeSetInput<'template-drift'>, keys),
})

/** The dialogs of the templates: one at a time. */
export function TemplateDialogs(props: TemplateDialogsProps) {
  const { open, customer, templates, onOpen, onTemplate, onLibrary, onDeleted, onApplied, onUndo } = props
  const { t } = useLingui()
  const { i18n } = useWords()
  const onClose = () => onOpen(undefined)
  const describeEntries = useDescribe(props.libraries, customer.id)
  const describers: Partial<Record<ChangeSetKind, DescribeRow>> = {
    'template-drift': describeDrift(i18n),
    'delete-template': describeDeletion(i18n),
  }
  const describe = (kind: ChangeSetKind) => describers[kind] ?? describeEntries
  switch (open.at) {
    case 'edit':
      return (
        <EditTemplate
          {...{ customer, onClose, onDeleted }}
          opened={open.template}
          all={templates}
          onSaved={onTemplate}
        />
      )
    case 'new-library':
      return (
        <NewLibrary
          {...{ customer, onClose }}
          onMade={(library) => {
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
          onPlan={(wanted) => onOpen({ at: 'plan', wanted })}
        />
      )
    default:
      return (
        <ChangeSetDialogs
          {...{ open, onOpen, onApplied, onUndo, describe }}
          screen="templates"
          customer={customer.id}
          actions={{ 'template-drift': <Trans>Update projects</Trans> }}
          applied={{ 'template-drift': t`The projects are updated.` }}
          otherwise={{ 'template-drift': driftOtherwise }}
        />
      )
  }
}

/** How a change of entries is worded: by the names that their libraries give them. */
function useDescribe(libraries: readonly Project[], customer: string) {
  const { t } = useLingui()
  const { i18n } = useWords()
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
