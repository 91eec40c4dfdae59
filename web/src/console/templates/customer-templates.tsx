import { Trans, useLingui } from '@lingui/react/macro'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import type { ReactNode } from 'react'
import { LoadError } from '../../api/load-error'
import { useCreated } from '../../api/use-created'
import { useLiveRecords } from '../../api/use-live-records'
import { recentChanges } from '../../shell/change-sets/change-set-dialogs'
import { useChangeSetScreen } from '../../shell/change-sets/use-change-set-screen'
import { ToolScreen } from '../../shell/tool-screen'
import { Menu } from '../../ui/menu'
import { SkeletonRows } from '../../ui/skeleton-rows'
import '../../ui/theme/library-colours.css'
import { useScreenClass } from '../../ui/use-screen-class'
import { BuildTemplate } from './build-template'
import { coloursOf } from './library-colours'
import { libraryListRequest, templateListRequest } from './list-requests'
import { NewButtons } from './new-buttons'
import { type TemplateDialog, TemplateDialogs } from './template-dialogs'
import { TemplateViewer } from './template-viewer'
import type { TemplatesSearch } from './templates-view'
import { useChosen } from './use-chosen'

interface CustomerTemplatesProps {
  customer: { id: string; name: string }
  selector: ReactNode
  mayCreateProject: boolean
  search: TemplatesSearch
  onSearch(change: TemplatesSearch): void
}

/** The templates of the active customer: an editor on wide screens, a viewer on phones. */
export function CustomerTemplates(props: CustomerTemplatesProps) {
  const { customer, selector, mayCreateProject, search, onSearch } = props
  const { t } = useLingui()
  const isMobile = useScreenClass() === 'mobile'
  const templates = useLiveRecords(projectTemplates, customer.id, templateListRequest)
  const libraries = useLiveRecords(projects, customer.id, libraryListRequest)
  const reload = () => void templates.refetch()
  const { open, onOpen, steps, undo } = useChangeSetScreen<TemplateDialog>(customer.id, reload)
  const error = templates.error ?? libraries.error
  const read = templates.data && libraries.data
  const [ofCustomer, createTemplate] = useCreated(templates.data?.records ?? [], templates.dataUpdatedAt)
  const [ownLibraries, createLibrary] = useCreated(libraries.data?.records ?? [], libraries.dataUpdatedAt)
  const template = useChosen(ofCustomer, search.template)
  const library = useChosen(ownLibraries, search.library)
  const view = {
    customer: customer.id,
    templates: ofCustomer,
    libraries: ownLibraries,
    template: template.record,
    library: library.record,
    missing: { template: template.isMissing, library: library.isMissing },
    isReading: templates.isFetching || libraries.isFetching,
    colours: coloursOf(ownLibraries),
    ...{ search, onSearch },
  }
  const newButtons = {
    template: () => onOpen({ at: 'edit', template: undefined }),
    library: () => onOpen({ at: 'new-library' }),
  }
  const chosen = view.template
  const items = [
    ...(chosen
      ? [
          {
            key: 'projects',
            label: <Trans>Projects created from it</Trans>,
            icon: 'projects' as const,
            onChoose: () => onOpen({ at: 'projects', template: chosen }),
          },
        ]
      : []),
    recentChanges(onOpen),
  ]

  return (
    <ToolScreen
      title={t`Project templates`}
      selector={selector}
      actions={
        <>
          <Menu label={t`More`} icon="dots" items={items} />
          {!isMobile && <NewButtons onNew={newButtons} mayCreateProject={mayCreateProject} />}
        </>
      }
    >
      {!read ? (
        error ? (
          <LoadError error={error} what={templates.data ? t`Libraries` : t`Templates`} />
        ) : (
          <SkeletonRows rows={8} />
        )
      ) : isMobile ? (
        <TemplateViewer {...view} />
      ) : (
        <BuildTemplate
          {...view}
          {...{ onOpen, mayCreateProject }}
          announce={steps.announce}
          undoHandlers={steps}
          onNew={newButtons}
        />
      )}
      {open && (
        <TemplateDialogs
          {...{ open, customer }}
          onOpen={onOpen}
          templates={ofCustomer}
          libraries={view.libraries}
          onTemplate={(template) => {
            createTemplate(template)
            onSearch({ template: template.id })
          }}
          onRemoved={({ id }) => {
            template.forget(id)
            if (id === search.template) onSearch({ template: undefined })
          }}
          onLibrary={(library) => {
            createLibrary(library)
            onSearch({ library: library.id, search: undefined })
          }}
          onDone={(set) => {
            const undoDone = steps.recordDone(set)
            const added = open.at === 'edit' && !open.template && set.rows?.[0]?.object.id
            if (!undoDone || !added) return undoDone
            return () => {
              template.forget(added)
              undoDone()
            }
          }}
          onApplied={(set, message) => {
            steps.announce(set, message)
            reload()
          }}
          onUndo={undo}
        />
      )}
    </ToolScreen>
  )
}
