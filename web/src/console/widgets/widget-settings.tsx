import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { changesOnly } from '../../api/form/changes-only'
import { DraftForm } from '../../api/form/draft-form'
import { useConflicts } from '../../api/form/use-conflicts'
import { useDraft } from '../../api/form/use-draft'
import { useLeaveGuard } from '../../api/form/use-leave-guard'
import { useRebasedSave } from '../../api/form/use-rebased-save'
import { formChangeSets } from '../../shell/change-sets/form-change-sets'
import { widgetTypeLabels } from '../../shell/content/widget-types'
import { FormActions } from '../../ui/form-actions'
import { LabelledSelect } from '../../ui/labelled-select'
import type { BoardWidget } from './board'
import { boardQueue, cardRequest, versionsOf, widgetsInProject, widgetsOf } from './board-calls'
import { ChooseChecklists, checklistNames } from './choose-checklists'
import { ChooseImage } from './choose-image'
import { ChooseWorkflow } from './choose-workflow'
import { newWidgetId } from './edited-widget'
import { isUnselected, patchOf, settingsOf, sizeOptions, withoutDeletedChecklists } from './setting-values'
import styles from './widget-settings.module.css'

interface WidgetSettingsProps {
  /** The widget as currently stored; a new one is not stored before OK. */
  widget: BoardWidget
  customer: string
  /** Somebody else has deleted it: OK adds it again. */
  isDeleted: boolean
  /** They have opened without a request: an element that has the focus keeps it. */
  isAutomatic?: boolean
  onSaved(set: ChangeSet): void
  /** Closed by Cancel, or by OK without changes. */
  onLeave(isCancelled: boolean): void
}

/** The settings of a widget: OK applies them, Cancel discards them (admin-console chapter 2). */
export function WidgetSettings({
  widget,
  customer,
  isDeleted,
  isAutomatic = false,
  onSaved,
  onLeave,
}: WidgetSettingsProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const isNew = widget.id === newWidgetId
  const board = widgetsOf(customer)
  // The board loads the widgets; the save of the whole card is based on them.
  const { data: known } = useQuery({ ...board, enabled: false })
  const card = versionsOf(widgetsInProject(known?.records ?? [], widget.project))
  const { data: existing } = useQuery({
    ...checklistNames(widget.project),
    enabled: widget.typeName === 'checklists',
    // A checklist that is missing in an older list may be new.
    staleTime: 0,
    select: ({ records }) => records.map(({ id }) => id),
  })
  const [openedIds] = useState(widget.dataIds ?? [])
  const baselineOf = (stored: BoardWidget, isStored: boolean) =>
    settingsOf(withoutDeletedChecklists(stored, openedIds, existing), isStored)
  const baseline = { ...baselineOf(widget, !isNew && !isDeleted), card }
  const draft = useDraft(baseline)
  const { values, set } = draft
  const labels = { size: t`Size`, dataIds: t`Selection`, image: t`Image` }
  const conflicts = useConflicts()(draft, {
    label: (field) => labels[field],
    textOf: (field, value) => {
      if (field === 'image') return value === baseline.values.image ? t`The stored image` : t`Another image`
      return Array.isArray(value) ? i18n.number(value.length) : value
    },
  })
  const readWidgets = async (staleTime: number) => {
    const { records } = await queries.fetchQuery({ ...board, staleTime })
    return widgetsInProject(records, widget.project)
  }
  const [changeSets] = useState(() => formChangeSets())
  /** The values last sent, as JSON: a widget that was added by them without an answer is not added again. */
  const lastSent = useRef<string>(undefined)
  const save = useRebasedSave({
    baseline,
    async send(on) {
      const { changes, values: chosen, version, isDeleted: isLost } = draft.on(on)
      const stored = await readWidgets(Number.POSITIVE_INFINITY)
      const isRepeated = lastSent.current === JSON.stringify(chosen)
      lastSent.current = JSON.stringify(chosen)
      const repeated = isRepeated && (await changeSets.repeatUnanswered(versionsOf(stored)))
      if (repeated) return repeated
      // In the version that was displayed: changes by others have to be resolved first.
      const withVisibleVersion = (each: BoardWidget) =>
        each.id === widget.id ? { ...each, version: version ?? each.version } : each
      const widgets = stored.map(withVisibleVersion)
      const changed = (before: BoardWidget) => ({ ...before, ...patchOf(changes) })
      const requested =
        isNew || isLost
          ? [...widgets, { ...changed(widget), id: newWidgetId }]
          : widgets.map((each) => (each.id === widget.id ? changed(each) : each))
      const request = cardRequest(customer, { project: widget.project, widgets, requested })
      return changeSets.apply(request, versionsOf(stored))
    },
    async reload() {
      const widgets = await readWidgets(0)
      const stored = widgets.find(({ id }) => id === widget.id)
      return { ...(stored ? baselineOf(stored, true) : { ...baseline, version: undefined }), card: versionsOf(widgets) }
    },
    hasConflicts: (on) => draft.on(on).conflicts.length > 0 || draft.on(on).isDeleted,
    invalidates: [dashboardWidgets],
    about: i18n._(widgetTypeLabels[widget.typeName]),
    queue: boardQueue,
    onSaved,
  })
  const [isUploading, setUploading] = useState(false)
  const { leave, question } = useLeaveGuard(draft.isDirty || isUploading, {
    isSaving: save.isSaving,
    // The board keeps the card whose settings are open, whatever the search.
    keeps: changesOnly('search'),
  })
  const isIncomplete =
    isUnselected({ typeName: widget.typeName, dataIds: values.dataIds }) ||
    (widget.typeName === 'image' && values.image === '')
  const fields = useRef<HTMLDivElement>(null)

  // The focused content is turned away: move the focus to the settings.
  useLayoutEffect(() => {
    if (isAutomatic && document.activeElement !== document.body) return
    fields.current?.querySelector<HTMLElement>('select, input')?.focus()
  }, [isAutomatic])

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape does the same as Cancel, with the same confirmation */}
      <div
        ref={fields}
        className={styles.settings}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return
          event.preventDefault()
          leave(() => onLeave(true))
        }}
      >
        <DraftForm
          save={save}
          fields={['size', 'dataIds', 'image']}
          conflicts={conflicts}
          deletedNotice={draft.isDeleted && <Trans>Somebody else has deleted this widget</Trans>}
          onSubmit={() =>
            draft.isDirty || isNew || draft.isDeleted || changeSets.isUnanswered(card) ? save.save() : onLeave(false)
          }
          actions={
            // During an upload, OK would still show the previous image.
            <FormActions onCancel={() => onLeave(true)} isBusy={save.isSaving} isDisabled={isIncomplete || isUploading}>
              {draft.isDeleted ? <Trans>Add it again</Trans> : <Trans>OK</Trans>}
            </FormActions>
          }
        >
          <h3 className={styles.title}>{i18n._(widgetTypeLabels[widget.typeName])}</h3>
          <LabelledSelect
            label={labels.size}
            value={values.size}
            options={sizeOptions.map((value) => ({ value, label: value.replace('x', ' × ') }))}
            onChange={(value) => set('size', value)}
          />
          {widget.typeName === 'checklists' && (
            <ChooseChecklists project={widget.project} value={values.dataIds} onChange={(ids) => set('dataIds', ids)} />
          )}
          {widget.typeName === 'workflow-chart' && (
            <ChooseWorkflow
              project={widget.project}
              value={values.dataIds[0] ?? ''}
              onChange={(id) => set('dataIds', id === '' ? [] : [id])}
            />
          )}
          {widget.typeName === 'image' && (
            <ChooseImage
              project={widget.project}
              value={values.image}
              onChange={(id) => set('image', id)}
              onUploading={setUploading}
            />
          )}
        </DraftForm>
      </div>
      {question}
    </>
  )
}
