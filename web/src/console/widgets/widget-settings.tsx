import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { DraftForm } from '../../api/form/draft-form'
import { useConflicts } from '../../api/form/use-conflicts'
import { useDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useLeaving } from '../../api/form/use-leaving'
import { widgetTypeWords } from '../../shell/content/widget-types'
import { FormActions } from '../../ui/form-actions'
import { LabelledSelect } from '../../ui/labelled-select'
import type { BoardWidget } from './board'
import { boardQueue, versionsOf, widgetsInProject, widgetsOf, writeCard } from './board-calls'
import { ChooseChecklists } from './choose-checklists'
import { ChooseImage } from './choose-image'
import { ChooseWorkflow } from './choose-workflow'
import { newWidgetId } from './edited-widget'
import { isUnselected, patchOf, settingsOf, sizeOptions } from './setting-values'
import styles from './widget-settings.module.css'

interface WidgetSettingsProps {
  /** The widget as it is by now; a new one is not stored before OK. */
  widget: BoardWidget
  customer: string
  /** Somebody else has deleted it: OK adds it again. */
  isGone: boolean
  onSaved(set: ChangeSet): void
  /** Left by Cancel, or by OK with nothing changed. */
  onLeave(isCancelled: boolean): void
}

/** The other face of a widget: OK applies what was chosen, Cancel discards it (admin-console chapter 2). */
export function WidgetSettings({ widget, customer, isGone, onSaved, onLeave }: WidgetSettingsProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const isNew = widget.id === newWidgetId
  const board = widgetsOf(customer)
  // The board asks; what it knows is what the whole card is saved on.
  const { data: known } = useQuery({ ...board, enabled: false })
  const card = versionsOf(widgetsInProject(known?.records ?? [], widget.project))
  const ground = { ...settingsOf(widget, !isNew && !isGone), card }
  const draft = useDraft(ground)
  const { values, set } = draft
  const words = { size: t`Size`, dataIds: t`Selection`, image: t`Image` }
  const conflicts = useConflicts()(draft, {
    label: (field) => words[field],
    textOf: (field, value) => {
      if (field === 'image') return value === ground.values.image ? t`The stored image` : t`Another image`
      return Array.isArray(value) ? i18n.number(value.length) : value
    },
  })
  const readWidgets = async (staleTime: number) => {
    const { records } = await queries.fetchQuery({ ...board, staleTime })
    return widgetsInProject(records, widget.project)
  }
  const save = useDraftSave({
    ground,
    async send(on) {
      const { changes, version, isGone: isLost } = draft.on(on)
      // In the version that was seen: what somebody else has changed of it as well is decided upon first.
      const seen = (each: BoardWidget) => (each.id === widget.id ? { ...each, version: version ?? each.version } : each)
      const widgets = (await readWidgets(Number.POSITIVE_INFINITY)).map(seen)
      const changed = (before: BoardWidget) => ({ ...before, ...patchOf(changes) })
      const wanted =
        isNew || isLost
          ? [...widgets, { ...changed(widget), id: newWidgetId }]
          : widgets.map((each) => (each.id === widget.id ? changed(each) : each))
      return writeCard(customer, { project: widget.project, widgets, wanted })
    },
    async readAgain() {
      const widgets = await readWidgets(0)
      const stored = widgets.find(({ id }) => id === widget.id)
      return { ...(stored ? settingsOf(stored, true) : { ...ground, version: undefined }), card: versionsOf(widgets) }
    },
    isDisputed: (on) => draft.on(on).conflicts.length > 0 || draft.on(on).isGone,
    touches: [dashboardWidgets],
    about: i18n._(widgetTypeWords[widget.typeName]),
    queue: boardQueue,
    onSaved,
  })
  const [isUploading, setUploading] = useState(false)
  const { leave, question } = useLeaving((draft.isTyped || isUploading) && !save.isSaving)
  const isIncomplete =
    isUnselected({ typeName: widget.typeName, dataIds: values.dataIds }) ||
    (widget.typeName === 'image' && values.image === '')
  const fields = useRef<HTMLDivElement>(null)

  // The face that had the focus is turned away: the keyboard goes on with the settings.
  useLayoutEffect(() => fields.current?.querySelector<HTMLElement>('select, input')?.focus(), [])

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape does what Cancel does, and asks after typing */}
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
          gone={draft.isGone && <Trans>Somebody else has deleted this widget</Trans>}
          onSubmit={() => (draft.isTyped || isNew || draft.isGone ? save.save() : onLeave(false))}
          actions={
            // While an image is on its way OK would show the one that was there before.
            <FormActions onCancel={() => onLeave(true)} isBusy={save.isSaving} isDisabled={isIncomplete || isUploading}>
              {draft.isGone ? <Trans>Add it again</Trans> : <Trans>OK</Trans>}
            </FormActions>
          }
        >
          <h3 className={styles.title}>{i18n._(widgetTypeWords[widget.typeName])}</h3>
          <LabelledSelect
            label={words.size}
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
