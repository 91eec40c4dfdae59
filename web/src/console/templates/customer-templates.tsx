import { Trans, useLingui } from '@lingui/react/macro'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import { type ReactNode, useState } from 'react'
import { Failed } from '../../api/failed'
import { useLiveRecords } from '../../api/use-live-records'
import { useSteps } from '../../shell/change-sets/use-steps'
import { useUndo } from '../../shell/change-sets/use-undo'
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
import { type OpenDialog, TemplateDialogs } from './template-dialogs'
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
  const [open, setOpen] = useState<OpenDialog>()
  const readAgain = () => void templates.refetch()
  const undoChangeSet = useUndo({
    onUndone: readAgain,
    onPartial: (partial) => setOpen({ at: 'partial-undo', partial }),
  })
  const steps = useSteps({
    ...{ customer: customer.id, undoChangeSet },
    onUndone: readAgain,
    onRedone: readAgain,
    onPreview: (wanted) => setOpen({ at: 'plan', wanted }),
  })
  const error = templates.error ?? libraries.error
  const read = templates.data && libraries.data
  const ofCustomer = templates.data?.records ?? []
  const view = {
    customer: customer.id,
    templates: ofCustomer,
    libraries: libraries.data?.records ?? [],
    template: ofCustomer.find(({ id }) => id === search.template) ?? ofCustomer[0],
    library: libraries.data?.records.find(({ id }) => id === search.library) ?? libraries.data?.records[0],
    colours: coloursOf(libraries.data?.records ?? []),
    ...{ search, onSearch },
  }
  const newOnes = {
    template: () => setOpen({ at: 'edit', template: undefined }),
    library: () => setOpen({ at: 'new-library' }),
  }
  const chosen = view.template
  const items = [
    ...(chosen
      ? [
          {
            key: 'projects',
            words: <Trans>Projects created from it</Trans>,
            drawing: 'projects' as const,
            onChoose: () => setOpen({ at: 'projects', template: chosen }),
          },
        ]
      : []),
    {
      key: 'recent',
      words: <Trans>Recent changes</Trans>,
      drawing: 'history' as const,
      onChoose: () => setOpen({ at: 'recent' }),
    },
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
        <BuildTemplate {...view} onOpen={setOpen} announce={steps.announce} undoKeys={steps} onNew={newOnes} />
      )}
      {open && (
        <TemplateDialogs
          {...{ open, customer }}
          onOpen={setOpen}
          templates={ofCustomer}
          libraries={view.libraries}
          onTemplate={({ id }) => onSearch({ template: id })}
          onLibrary={({ id }) => onSearch({ library: id, search: undefined })}
          onDeleted={steps.recordDone}
          onApplied={(set, words) => {
            steps.announce(set, words)
            readAgain()
          }}
          onUndo={(set, isPartial) => (isPartial ? void undoChangeSet(set, true) : steps.undoStep(set))}
        />
      )}
    </ToolScreen>
  )
}
