import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { dashboardWidgets, type WidgetType } from '@lintel/contract/projects/dashboard-widgets'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { leaveForms } from '../../api/form/leavers'
import { isOutdated } from '../../api/form/save-over'
import { useIsLeft } from '../../api/form/use-is-left'
import { keyOf } from '../../api/resource'
import { useSave } from '../../api/use-save'
import { useChangeSetScreen } from '../../shell/change-sets/use-change-set-screen'
import { widgetTypeWords } from '../../shell/content/widget-types'
import { showToast } from '../../ui/toast'
import { useUndoKeys } from '../../ui/use-undo-keys'
import { type BoardWidget, type Card, inOrder, movedTo } from './board'
import { boardQueue, widgetsInProject, widgetsOf, writeCard } from './board-calls'
import {
  type Edited,
  editedIn,
  editedNew,
  isChosenFirst,
  isEditedIn,
  newCard,
  newWidget,
  withEditedCard,
} from './edited-widget'
import type { CardActions } from './project-card'
import type { WidgetDialog } from './widget-dialogs'

/** What becomes of the widgets of a card, from what they are by then, and what is said when it is so. */
interface CardChange {
  project: string
  /** The same list where they are to stay as they are. */
  become(widgets: readonly BoardWidget[]): readonly BoardWidget[]
  words: string
}

/** The order of a card's widgets while it is being saved. */
interface CardOrder {
  project: string
  order: readonly string[]
}

/** What can be done with the board while it is edited, every step of it to be undone. */
export function useBoardEditing(customer: string, stored: readonly Card[], isEditing: boolean) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const isLeft = useIsLeft()
  const [chosen, setEdited] = useState<Edited>()
  const [opened, setOpened] = useState<Card>()
  const [added, setAdded] = useState<string>()
  const [moving, setMoving] = useState<readonly CardOrder[]>([])
  const board = widgetsOf(customer)
  // The settings that are open are left together with the edit mode.
  if (!isEditing && chosen) setEdited(undefined)
  const found = stored.find((card) => card.absence === undefined && isEditedIn(card, chosen))
  if (found && found !== opened) setOpened(found)
  // Widgets that change their places do so at once; a save that fails shows them where they are.
  const cards = withEditedCard(stored, chosen && (found ?? opened)).map((card) => {
    const latest = moving.filter(({ project }) => project === card.stat.id).at(-1)
    return latest ? inOrder(card, latest.order) : card
  })
  const readAgain = () => void queries.invalidateQueries({ queryKey: keyOf(dashboardWidgets) })
  const { open, onOpen, steps, undo } = useChangeSetScreen<WidgetDialog>(customer, readAgain)
  useUndoKeys(steps)

  const { mutate, mutateAsync, isPending } = useSave({
    async work({ project, become }: CardChange) {
      const write = async (staleTime: number) => {
        const { records } = await queries.fetchQuery({ ...board, staleTime })
        const widgets = widgetsInProject(records, project)
        const wanted = become(widgets)
        return wanted === widgets ? undefined : writeCard(customer, { project, widgets, wanted })
      }
      // Where others have changed the card meanwhile, the same is done to what it is now.
      return write(Number.POSITIVE_INFINITY).catch((error: unknown) => {
        if (!isOutdated(error)) throw error
        return write(0)
      })
    },
    touches: [dashboardWidgets],
    queue: boardQueue,
    onSaved: (set, { words }) => set && steps.announce(set, words),
  })

  const typeName = (type: WidgetType) => i18n._(widgetTypeWords[type])
  const remove = (project: string, id: string, type: WidgetType) => {
    const name = typeName(type)
    mutate({ project, words: t`${name} is deleted.`, become: (widgets) => widgets.filter((each) => each.id !== id) })
  }

  const edited = editedIn(cards, chosen)
  const actions: CardActions = {
    edited,
    // One at a time: what was chosen in the settings that are open is left first.
    onEdit: (widget) => leaveForms(() => setEdited({ widget })),
    onLeave: () => setEdited(undefined),
    onAdd(project, type) {
      if (isChosenFirst(type)) return leaveForms(() => setEdited((before) => editedNew(project, type, before)))
      const name = typeName(type)
      const become = (widgets: readonly BoardWidget[]) => [...widgets, newWidget(project, type, widgets.length)]
      mutate({ project, words: t`${name} is added.`, become })
    },
    onMove({ stat, widgets }, id, placeFor) {
      const moved = widgets.find((widget) => widget.id === id)
      if (!moved) return
      const name = typeName(moved.typeName)
      // From where it stands by then: a key that is pressed twice moves it twice.
      const become = (now: readonly BoardWidget[]) => {
        const at = now.findIndex((widget) => widget.id === id)
        return at < 0 ? now : movedTo(now, at, placeFor(at, now.length))
      }
      const order: CardOrder = { project: stat.id, order: become(widgets).map((widget) => widget.id) }
      setMoving((now) => [...now, order])
      const isOver = () => setMoving((now) => now.filter((each) => each !== order))
      // Over when it was read again, whatever else is saved meanwhile.
      mutateAsync({ project: stat.id, words: t`${name} is moved.`, become }).then(isOver, isOver)
    },
    onDelete: ({ stat, widgets }, id) => {
      const widget = widgets.find((each) => each.id === id)
      if (widget) remove(stat.id, id, widget.typeName)
    },
    onDeleteCard(card) {
      const { id, name } = card.stat
      const removeCard = () => mutate({ project: id, words: t`The card of ${name} is deleted.`, become: () => [] })
      if (!isEditedIn(card, edited)) return removeCard()
      leaveForms(() => {
        setEdited(undefined)
        removeCard()
      })
    },
    onSaved(set: ChangeSet, type) {
      // Those that were saved, and no others that were opened since: also when they were scrolled out of sight meanwhile.
      setEdited((now) => (now === chosen ? undefined : now))
      const name = typeName(type)
      steps.announce(set, t`${name} is saved.`)
    },
  }

  return {
    /** The cards as they are drawn. */
    cards,
    actions,
    /** Adds the card of a project. One that somebody else has added meanwhile stays as it is, and is brought into view as well. */
    addCard: (project: string, done: () => void) =>
      mutateAsync({ project, words: t`The card is added.`, become: (widgets) => newCard(project, widgets) }).then(
        (set) => {
          if (!set) showToast({ kind: 'done', text: t`This project has a card already.` })
          setAdded(project)
          // A card needs what is known of its project, also where no stream tells of it.
          void queries.invalidateQueries({ queryKey: keyOf(projectStats) })
          // Whoever has left the board is not led back to it.
          if (!isLeft()) done()
        },
        () => {},
      ),
    /** The project whose card was added last: it is brought into view. */
    added,
    isSaving: isPending,
    open,
    onOpen,
    onApplied(set: ChangeSet, words: string) {
      steps.announce(set, words)
      readAgain()
    },
    onUndo: undo,
  }
}
