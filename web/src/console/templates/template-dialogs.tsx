import { useLingui as useWords } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSetInput, ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { ProjectTemplate } from '@lintel/contract/projects/project-templates'
import type { Project } from '@lintel/contract/projects/projects'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import type { WantedChangeSet } from '../../shell/change-sets/change-set-calls'
import { ChangeSetDialog } from '../../shell/change-sets/change-set-dialog'
import { kindsOfScreen } from '../../shell/change-sets/change-set-kinds'
import { kindWords } from '../../shell/change-sets/change-set-words'
import { PartialUndo } from '../../shell/change-sets/partial-undo'
import { RecentChangeSets } from '../../shell/change-sets/recent-change-sets'
import type { DescribeRow } from '../../shell/change-sets/row-text'
import type { Undone, PartialUndo as UndoneInPart } from '../../shell/change-sets/use-undo'
import { widgetName } from '../../shell/content/widget-types'
import { showToast } from '../../ui/toast'
import { describeDeletion, describeEntry } from './describe-entry'
import { describeDrift } from './drift/describe-drift'
import { chosenOtherwise } from './drift/drift-choices'
import { ProjectsOfTemplate } from './drift/projects-of-template'
import { EditTemplate } from './edit-template'
import { GoToLibrary, NewLibrary } from './new-library'
import { RenameEntry } from './rename-entry'
import { typeLabels } from './resource-words'
import { useLibraryIndexes } from './use-library-contents'

/** The dialog that is open, and what it is about. */
export type OpenDialog =
  | { at: 'edit'; template: ProjectTemplate | undefined }
  | { at: 'new-library' }
  | { at: 'go-to-library'; library: Project }
  | { at: 'rename'; template: string; entry: TemplateEntry; original: string | undefined }
  | { at: 'projects'; template: ProjectTemplate }
  | { at: 'plan'; wanted: WantedChangeSet | ChangeSet; attempt?: number }
  | { at: 'recent' }
  | { at: 'partial-undo'; partial: UndoneInPart }

interface TemplateDialogsProps {
  open: OpenDialog
  customer: { id: string; name: string }
  templates: readonly ProjectTemplate[]
  libraries: readonly Project[]
  onOpen(dialog: OpenDialog | undefined): void
  /** It was made or saved. */
  onTemplate(template: ProjectTemplate): void
  onLibrary(library: Project): void
  /** A template was deleted; gives how that is undone. */
  onDeleted(set: ChangeSet): (() => void) | undefined
  onApplied(set: ChangeSet, words: string): void
  onUndo(set: Undone, isPartial?: boolean): void
}

/** The kinds of change sets that are about templates. */
const kinds = kindsOfScreen('templates')

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
  const plan = (wanted: WantedChangeSet | ChangeSet) => onOpen({ at: 'plan', wanted })
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
      return <ProjectsOfTemplate {...{ onClose }} template={open.template} customer={customer.id} onPlan={plan} />
    case 'plan': {
      const { kind } = open.wanted
      const isDrift = kind === 'template-drift'
      const { wanted, attempt = 0 } = open
      return (
        <ChangeSetDialog
          key={attempt}
          title={i18n._(kindWords[kind])}
          wanted={wanted}
          describe={describe(kind)}
          action={isDrift ? <Trans>Bring over</Trans> : <Trans>Save</Trans>}
          onNothing={({ summary }) => {
            showToast({ kind: 'done', text: t`No changes` })
            if (summary.conflict === 0) onClose()
          }}
          onApplied={(set) => onApplied(set, isDrift ? t`The projects are brought over.` : t`Saved`)}
          onClose={onClose}
          onChoose={
            isDrift && !('state' in wanted)
              ? (keys) => {
                  const input = chosenOtherwise(wanted.input as ChangeSetInput<'template-drift'>, keys)
                  onOpen({ at: 'plan', wanted: { ...wanted, input }, attempt: attempt + 1 })
                }
              : undefined
          }
        />
      )
    }
    case 'recent':
      return (
        <RecentChangeSets
          customer={customer.id}
          kinds={kinds}
          onOpen={plan}
          onUndo={(set) => {
            onClose()
            onUndo(set)
          }}
          onClose={onClose}
        />
      )
    case 'partial-undo': {
      const { partial } = open
      return (
        <PartialUndo {...{ partial, onClose }} describe={describe(partial.kind)} onUndo={() => onUndo(partial, true)} />
      )
    }
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
