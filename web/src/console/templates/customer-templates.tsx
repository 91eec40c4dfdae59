import { Trans, useLingui } from '@lingui/react/macro'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import type { ReactNode } from 'react'
import { Failed } from '../../api/failed'
import { useLiveRecords } from '../../api/use-live-records'
import { useMade } from '../../api/use-made'
import { recentChanges } from '../../shell/change-sets/change-set-dialogs'
import { useChangeSetScreen } from '../../shell/change-sets/use-change-set-screen'
import { ToolScreen } from '../../shell/tool-screen'
import { Menu } from '../../ui/menu'
import { SkeletonRows } from '../../ui/skeleton-rows'
import '../../ui/theme/library-colours.css'
import { useScreenClass } from '../../ui/use-screen-class'
import { BuildTemplate } from './build-template'
import { coloursOf } from './library-colours'
import { listedLibraries, listedTemplates } from './listed'
import { NewOnes } from './new-ones'
import { ReadTemplate } from './read-template'
import { type TemplateDialog, TemplateDialogs } from './template-dialogs'
import type { TemplatesSearch } from './templates-view'

interface CustomerTemplatesProps {
  customer: { id: string; name: string }
  selector: ReactNode
  search: TemplatesSearch
  onSearch(change: TemplatesSearch): void
}

/** The templates of the active customer: built where there is room, read on a phone. */
export function CustomerTemplates({ customer, selector, search, onSearch }: CustomerTemplatesProps) {
  const { t } = useLingui()
  const isMobile = useScreenClass() === 'mobile'
  const templates = useLiveRecords(projectTemplates, customer.id, listedTemplates)
  const libraries = useLiveRecords(projects, customer.id, listedLibraries)
  const readAgain = () => void templates.refetch()
  const { open, onOpen, steps, undo } = useChangeSetScreen<TemplateDialog>(customer.id, readAgain)
  const error = templates.error ?? libraries.error
  const read = templates.data && libraries.data
  const [ofCustomer, makeTemplate] = useMade(templates.data?.records ?? [], templates.dataUpdatedAt)
  const [ownLibraries, makeLibrary] = useMade(libraries.data?.records ?? [], libraries.dataUpdatedAt)
  const view = {
    customer: customer.id,
    templates: ofCustomer,
    libraries: ownLibraries,
    template: ofCustomer.find(({ id }) => id === search.template) ?? ofCustomer[0],
    library: ownLibraries.find(({ id }) => id === search.library) ?? ownLibraries[0],
    colours: coloursOf(ownLibraries),
    ...{ search, onSearch },
  }
  const newOnes = {
    template: () => onOpen({ at: 'edit', template: undefined }),
    library: () => onOpen({ at: 'new-library' }),
  }
  const chosen = view.template
  const items = [
    ...(chosen
      ? [
          {
            key: 'projects',
            words: <Trans>Projects created from it</Trans>,
            drawing: 'projects' as const,
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
      acts={
        <>
          <Menu label={t`More`} drawing="dots" items={items} />
          {!isMobile && <NewOnes onNew={newOnes} />}
        </>
      }
    >
      {!read ? (
        error ? (
          <Failed error={error} what={templates.data ? t`Libraries` : t`Templates`} />
        ) : (
          <SkeletonRows rows={8} />
        )
      ) : isMobile ? (
        <ReadTemplate {...view} />
      ) : (
        <BuildTemplate {...view} onOpen={onOpen} announce={steps.announce} undoKeys={steps} onNew={newOnes} />
      )}
      {open && (
        <TemplateDialogs
          {...{ open, customer }}
          onOpen={onOpen}
          templates={ofCustomer}
          libraries={view.libraries}
          onTemplate={(template) => {
            makeTemplate(template)
            onSearch({ template: template.id })
          }}
          onLibrary={(library) => {
            makeLibrary(library)
            onSearch({ library: library.id, search: undefined })
          }}
          onDeleted={steps.recordDone}
          onApplied={(set, words) => {
            steps.announce(set, words)
            readAgain()
          }}
          onUndo={undo}
        />
      )}
    </ToolScreen>
  )
}
