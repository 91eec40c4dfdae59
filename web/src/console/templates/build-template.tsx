import { Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { ProjectTemplate } from '@lintel/contract/projects/project-templates'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { useState } from 'react'
import { Loaded } from '../../api/form/loaded'
import { Button } from '../../ui/button'
import { ConsoleIcon } from '../../ui/console-icon'
import { EmptyState } from '../../ui/empty-state'
import type { UndoHandlers } from '../../ui/undo-key'
import { ChoiceList } from './choice-list'
import { LibraryPanel } from './library-panel'
import { MissingChoice } from './missing-choice'
import type { TemplateDialog } from './template-dialogs'
import { TemplatePanel } from './template-panel'
import styles from './templates.module.css'
import type { TemplatesView } from './templates-view'
import { useEntryChanges } from './use-entry-changes'
import { type TemplateWithLibraries, useTemplateWithLibraries } from './use-template-with-libraries'

interface BuildTemplateProps extends TemplatesView {
  onOpen(dialog: TemplateDialog): void
  announce(set: ChangeSet, message: string): void
  undoHandlers: UndoHandlers
  onNew: { template(): void; library(): void }
  mayCreateProject: boolean
}

/** Library on the left, template on the right, and a button in between that adds the selection to the template. */
export function BuildTemplate(props: BuildTemplateProps) {
  const { customer, libraries, template, library, colours, search, onSearch, onNew, announce, undoHandlers } = props
  const { missing, isReading } = props
  const { t } = useLingui()
  const loaded = useTemplateWithLibraries(template?.id, customer, libraries)
  const changes = useEntryChanges({ customer, template: loaded.template, announce })
  const [dragged, setDragged] = useState<readonly TemplateEntry[]>([])
  return (
    <div className={styles.board}>
      <div className={styles.head}>
        <ChoiceList
          title={t`Libraries`}
          items={libraries}
          chosen={library?.id}
          onChoose={(id) => onSearch({ library: id, search: undefined })}
          before={({ id }) => <span className={styles.colour} style={{ background: colours.get(id) }} />}
          after={(item) => (
            <Button
              size="small"
              kind="quiet"
              aria-label={t`Go to ${item.name}`}
              title={t`Go to ${item.name}`}
              onClick={() => props.onOpen({ at: 'go-to-library', library: item })}
            >
              <ConsoleIcon name="folder" size={16} />
            </Button>
          )}
        />
      </div>
      <div className={styles.head}>
        <Templates {...props} />
      </div>
      {library ? (
        <LibraryPanel
          key={library.id}
          {...{ customer, library, undoHandlers }}
          content={loaded.template?.content}
          templateName={loaded.template?.name}
          query={search.search ?? ''}
          onSearch={(text) => onSearch({ search: text || undefined })}
          onAdd={changes.add}
          onDrag={setDragged}
        />
      ) : missing.library ? (
        <div className={styles.none}>
          <MissingChoice key={search.library} of="library" isReading={isReading} />
        </div>
      ) : (
        <NoLibrary onNew={props.mayCreateProject ? onNew.library : undefined} />
      )}
      {template ? (
        <ChosenTemplate
          {...props}
          loaded={loaded}
          onRemove={changes.remove}
          onDrop={
            dragged.length > 0
              ? () => {
                  changes.add(dragged)
                  setDragged([])
                }
              : undefined
          }
        />
      ) : missing.template ? (
        <MissingChoice key={search.template} of="template" isReading={isReading} />
      ) : (
        <NoTemplate onNew={onNew.template} />
      )}
    </div>
  )
}

function Templates({ templates, template, onSearch, onOpen }: BuildTemplateProps) {
  const { t } = useLingui()
  return (
    <ChoiceList<ProjectTemplate>
      title={t`Templates`}
      items={templates}
      chosen={template?.id}
      onChoose={(id) => onSearch({ template: id })}
      after={(item) => (
        <Button
          size="small"
          kind="quiet"
          aria-label={t`Edit ${item.name}`}
          title={t`Edit ${item.name}`}
          onClick={() => onOpen({ at: 'edit', template: item })}
        >
          <ConsoleIcon name="edit" size={16} />
        </Button>
      )}
    />
  )
}

interface ChosenTemplateProps extends BuildTemplateProps {
  loaded: TemplateWithLibraries
  onRemove(entries: readonly TemplateEntry[]): void
  onDrop: (() => void) | undefined
}

function ChosenTemplate({ loaded, colours, undoHandlers, onOpen, onRemove, onDrop }: ChosenTemplateProps) {
  const { t } = useLingui()
  const { template, libraries, error } = loaded
  return (
    <Loaded data={template} error={error} what={t`Template`} rows={8}>
      {(read) => (
        <TemplatePanel
          key={read.id}
          {...{ libraries, colours }}
          template={read}
          building={{
            ...{ onRemove, onDrop, undoHandlers },
            onRename: ({ entry, original }) =>
              onOpen({ at: 'rename', template: read.id, entry, original: original ?? loaded.nameOf(entry) }),
          }}
        />
      )}
    </Loaded>
  )
}

function NoLibrary({ onNew }: { onNew: (() => void) | undefined }) {
  return (
    <section className={styles.none}>
      <EmptyState title={<Trans>This customer has no libraries yet</Trans>}>
        <p>
          <Trans>A library is a project whose content your templates take to new ones.</Trans>
        </p>
        {onNew && (
          <Button onClick={onNew}>
            <Trans>New library</Trans>
          </Button>
        )}
      </EmptyState>
    </section>
  )
}

function NoTemplate({ onNew }: { onNew(): void }) {
  return (
    <section>
      <EmptyState title={<Trans>This customer has no templates yet</Trans>}>
        <p>
          <Trans>A template says what new projects begin with.</Trans>
        </p>
        <Button onClick={onNew}>
          <Trans>New template</Trans>
        </Button>
      </EmptyState>
    </section>
  )
}
