import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { dashboardWidgets, type WidgetType } from '@lintel/contract/projects/dashboard-widgets'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { leaveForms } from '../../api/form/leave-guards'
import { isOutdated } from '../../api/form/save-rebased'
import { useIsLeft } from '../../api/form/use-is-left'
import { keyOf } from '../../api/resource'
import { useSave } from '../../api/use-save'
import { useChangeSetScreen } from '../../shell/change-sets/use-change-set-screen'
import { widgetTypeLabels } from '../../shell/content/widget-types'
import { showToast } from '../../ui/toast'
import { useUndoKeys } from '../../ui/use-undo-keys'
import { type BoardWidget, type Card, findCards, moveItem, withWidgetOrder } from './board'
import { boardQueue, widgetsInProject, widgetsOf, writeCard } from './board-calls'
import {
  type EditedWidget,
  editNewWidget,
  isEditedOnCard,
  newCard,
  newWidget,
  requiresSelection,
  withEditedCard,
} from './edited-widget'
import type { CardActions } from './project-card'
import { useUnselected } from './use-unselected'
import type { WidgetDialog } from './widget-dialogs'

/** Computes the new widgets of a card from the current ones; `announcement` is the announcement after saving. */
interface CardChange {
  project: string
  /** Returns the same array where nothing changes. */
  update(widgets: readonly BoardWidget[]): readonly BoardWidget[]
  announcement: string
}

/** The order of a card's widgets while it is being saved. */
interface PendingOrder {
  project: string
  order: readonly string[]
}

/** How the board is shown. */
interface BoardView {
  /** Edit mode, as in the address. */
  isEditing: boolean
  /** On a phone the board is read-only. */
  isPhone: boolean
  search: string
}

/** The cards that the search finds, and the state and actions of the board in edit mode; every step can be undone. */
export function useBoardEditing(customer: string, stored: readonly Card[], { isEditing, isPhone, search }: BoardView) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const isLeft = useIsLeft()
  const [edited, setEdited] = useState<EditedWidget>()
  const [opened, setOpened] = useState<Card>()
  const [added, setAdded] = useState<string>()
  const [pendingOrders, setPendingOrders] = useState<readonly PendingOrder[]>([])
  const board = widgetsOf(customer)
  const current = stored.filter(({ absence }) => absence === undefined)
  const unselected = useUnselected(isEditing ? current : [])
  // Nothing opens by itself on a phone, nor on a card that the search hides.
  const opening = isPhone ? [] : findCards(current, search)
  const firstUnselected = unselected.find((widget) => opening.some((card) => isEditedOnCard(card, { widget })))
  const isBoardSaving = useIsMutating({ predicate: ({ options }) => options.scope?.id === boardQueue }) > 0
  // Leaving edit mode closes open settings.
  if (!isEditing && edited) setEdited(undefined)
  // A table without a selection opens by itself, after what is being saved: that may select something in it, or delete it.
  if (!edited && !isBoardSaving && firstUnselected !== undefined)
    setEdited({ widget: firstUnselected, isAutomatic: true })
  const found = current.find((card) => isEditedOnCard(card, edited))
  if (found && found !== opened) setOpened(found)
  // Moved widgets change places optimistically; a failed save restores the stored order.
  const editedCard = edited && (found ?? opened)
  const cards = withEditedCard(stored, editedCard).map((card) => {
    const latest = pendingOrders.filter(({ project }) => project === card.stat.id).at(-1)
    return latest ? withWidgetOrder(card, latest.order) : card
  })
  const reload = () => void queries.invalidateQueries({ queryKey: keyOf(dashboardWidgets) })
  const { open, onOpen, steps, undo } = useChangeSetScreen<WidgetDialog>(customer, reload)
  useUndoKeys(steps)

  const { mutate, mutateAsync, isPending } = useSave({
    async work({ project, update }: CardChange) {
      const write = async (staleTime: number) => {
        const { records } = await queries.fetchQuery({ ...board, staleTime })
        const widgets = widgetsInProject(records, project)
        const requested = update(widgets)
        return requested === widgets ? undefined : writeCard(customer, { project, widgets, requested })
      }
      // If others have changed the card in the meantime, repeat the change on its current state.
      return write(Number.POSITIVE_INFINITY).catch((error: unknown) => {
        if (!isOutdated(error)) throw error
        return write(0)
      })
    },
    invalidates: [dashboardWidgets],
    queue: boardQueue,
    onSaved: (set, { announcement }) => set && steps.announce(set, announcement),
  })

  const typeName = (type: WidgetType) => i18n._(widgetTypeLabels[type])
  const remove = (project: string, id: string, type: WidgetType) => {
    const name = typeName(type)
    mutate({
      project,
      announcement: t`${name} is deleted.`,
      update: (widgets) => widgets.filter((each) => each.id !== id),
    })
  }

  const actions: CardActions = {
    edited,
    unselected,
    // One at a time: unsaved settings have to be left first.
    onEdit: (widget) => leaveForms(() => setEdited({ widget })),
    onLeave: () => setEdited(undefined),
    onAdd(project, type) {
      if (requiresSelection(type)) return leaveForms(() => setEdited((before) => editNewWidget(project, type, before)))
      const name = typeName(type)
      const update = (widgets: readonly BoardWidget[]) => [...widgets, newWidget(project, type, widgets.length)]
      mutate({ project, announcement: t`${name} is added.`, update })
    },
    onMove({ stat, widgets }, id, indexFor) {
      const moved = widgets.find((widget) => widget.id === id)
      if (!moved) return
      const name = typeName(moved.typeName)
      // From the index at the time of saving: pressing a key twice moves the widget twice.
      const update = (now: readonly BoardWidget[]) => {
        const at = now.findIndex((widget) => widget.id === id)
        return at < 0 ? now : moveItem(now, at, indexFor(at, now.length))
      }
      const order: PendingOrder = { project: stat.id, order: update(widgets).map((widget) => widget.id) }
      setPendingOrders((now) => [...now, order])
      const clearPending = () => setPendingOrders((now) => now.filter((each) => each !== order))
      // Cleared after the refetch of this save, whatever else is being saved.
      mutateAsync({ project: stat.id, announcement: t`${name} is moved.`, update }).then(clearPending, clearPending)
    },
    onDelete: ({ stat, widgets }, id) => {
      const widget = widgets.find((each) => each.id === id)
      if (widget) remove(stat.id, id, widget.typeName)
    },
    onDeleteCard(card) {
      const { id, name } = card.stat
      const removeCard = () =>
        mutate({ project: id, announcement: t`The card of ${name} is deleted.`, update: () => [] })
      if (!isEditedOnCard(card, edited)) return removeCard()
      leaveForms(() => {
        setEdited(undefined)
        removeCard()
      })
    },
    onSaved(set: ChangeSet, type) {
      // Closes only the settings that were saved, not others opened since; also if they were scrolled out of view.
      setEdited((now) => (now === edited ? undefined : now))
      const name = typeName(type)
      steps.announce(set, t`${name} is saved.`)
    },
  }

  return {
    /** The cards as rendered: those that the search finds, and the one whose settings are open. */
    cards: findCards(cards, search, editedCard?.stat.id),
    /** How many the search finds. */
    foundCount: findCards(cards, search).length,
    /** Whether the cards can be edited. If the window becomes as narrow as a phone while settings are open, they stay open. */
    isEditable: isEditing && (!isPhone || edited !== undefined),
    actions,
    /** Adds the card of a project. A card that somebody else has added in the meantime is kept and scrolled into view as well. */
    addCard: (project: string, done: () => void) =>
      mutateAsync({
        project,
        announcement: t`The card is added.`,
        update: (widgets) => newCard(project, widgets),
      }).then(
        (set) => {
          if (!set) showToast({ kind: 'done', text: t`This project has a card already.` })
          setAdded(project)
          // A card needs the statistics of its project, even without an event stream.
          void queries.invalidateQueries({ queryKey: keyOf(projectStats) })
          // Does not return someone to the board who has left it.
          if (!isLeft()) done()
        },
        () => {},
      ),
    /** The project whose card was added last: it is scrolled into view. */
    added,
    isSaving: isPending,
    open,
    onOpen,
    onApplied(set: ChangeSet, announcement: string) {
      steps.announce(set, announcement)
      reload()
    },
    onUndo: undo,
  }
}
