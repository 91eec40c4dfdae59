import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { LoadError } from '../../api/load-error'
import { useUserSetting } from '../../session/user-setting'
import { recentChanges } from '../../shell/change-sets/change-set-dialogs'
import type { RecordsProps } from '../../shell/records/record-screen'
import { ToolScreen } from '../../shell/tool-screen'
import { Button } from '../../ui/button'
import { ConsoleIcon } from '../../ui/console-icon'
import { EmptyState } from '../../ui/empty-state'
import { Menu } from '../../ui/menu'
import { PlainSelect } from '../../ui/plain-select'
import { SearchField } from '../../ui/search-field'
import { matchesQuery } from '../../ui/search-text'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { useIsPrinting } from '../../ui/use-is-printing'
import { useScreenClass } from '../../ui/use-screen-class'
import { AddCard, type NamedProject } from './add-card'
import { cardOrders, defaultOrder, orderCards } from './board'
import { ProjectCards } from './project-cards'
import { useBoard } from './use-board'
import { useBoardEditing } from './use-board-editing'
import { useFocusFallback } from './use-focus-fallback'
import { usePrint } from './use-print'
import { WidgetDialogs } from './widget-dialogs'
import { cardOrderLabels } from './widget-labels'
import styles from './widgets.module.css'

interface WidgetsProps extends RecordsProps {
  /** Edit mode, kept in the URL. */
  isEditing: boolean
  onEditing(isEditing: boolean): void
}

/** The board of project cards with their widgets (admin-console chapter 2). */
export function Widgets({ customer, selector, search, onSearch, isEditing, onEditing }: WidgetsProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const isPhone = useScreenClass() === 'mobile'
  const [storedOrder, storeOrder] = useUserSetting('dashboard-order')
  const order = cardOrders.find((known) => known === storedOrder?.propertyName)
  const chosen = order ? { propertyName: order, ascending: storedOrder?.ascending ?? true } : defaultOrder
  const { cards: stored, error } = useBoard(customer)
  const { cards, foundCount, isEditable, actions, addCard, added, isSaving, open, onOpen, onApplied, onUndo } =
    useBoardEditing(customer, stored ?? [], { isEditing, isPhone, search })
  const visibleCards = orderCards(cards, chosen, i18n.locale)
  const isPrinting = useIsPrinting()
  const { print, isReading } = usePrint(
    visibleCards.filter(({ absence }) => absence === undefined).flatMap(({ widgets }) => widgets),
  )
  const { ref, onFocus, onBlur } = useFocusFallback()
  const add = ({ id, name }: NamedProject, done: () => void) =>
    addCard(id, () => {
      done()
      // Clears a search that would hide the new card.
      if (!matchesQuery(search, name)) onSearch('')
    })
  const direction = chosen.ascending ? t`Ascending` : t`Descending`

  return (
    <ToolScreen
      title={<Trans>Project widgets</Trans>}
      selector={selector}
      filters={
        <>
          <SearchField label={t`Search projects`} value={search} onSearch={onSearch} />
          <PlainSelect
            label={t`Order by`}
            value={chosen.propertyName}
            options={cardOrders.map((value) => ({ value, label: i18n._(cardOrderLabels[value]) }))}
            onChange={(propertyName) => storeOrder({ ...chosen, propertyName })}
          />
        </>
      }
      actions={
        <>
          <Button
            size="small"
            kind="quiet"
            aria-label={t`Order: ${direction}`}
            title={direction}
            onClick={() => storeOrder({ ...chosen, ascending: !chosen.ascending })}
          >
            <ConsoleIcon name={chosen.ascending ? 'up' : 'down'} />
          </Button>
          {!isPhone && (
            <>
              <Menu
                label={t`More`}
                icon="dots"
                items={[
                  recentChanges(onOpen),
                  {
                    key: 'print',
                    label: <Trans>Print</Trans>,
                    icon: 'print',
                    onChoose: print,
                  },
                  {
                    key: 'wall',
                    label: <Trans>Put on a wall</Trans>,
                    icon: 'screen',
                    onChoose: () => onOpen({ at: 'wall' }),
                  },
                ]}
              />
              <Button
                size="small"
                kind={isEditing ? 'primary' : 'plain'}
                aria-pressed={isEditing}
                onClick={() => onEditing(!isEditing)}
              >
                <ConsoleIcon name="edit" size={16} />
                <Trans>Edit</Trans>
              </Button>
            </>
          )}
        </>
      }
    >
      <section
        ref={ref}
        className={styles.board}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
        tabIndex={0}
        aria-label={t`Project widgets`}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {!stored && (error ? <LoadError error={error} /> : <SkeletonRows rows={6} />)}
        {stored && isEditable && !isPhone && <AddCard customer={customer} isBusy={isSaving} onAdd={add} />}
        {stored && (
          <ProjectCards
            cards={visibleCards}
            {...{ customer, isPrinting, added }}
            actions={isEditable ? actions : undefined}
          />
        )}
        {stored && foundCount === 0 && (search !== '' || !isEditable) && (
          <EmptyState
            title={
              search === '' ? <Trans>No project has widgets yet</Trans> : <Trans>No project matches the search</Trans>
            }
          >
            {search === '' ? (
              !isPhone && <Button onClick={() => onEditing(true)}>{t`Add project cards`}</Button>
            ) : (
              <Button onClick={() => onSearch('')}>{t`Show all projects`}</Button>
            )}
          </EmptyState>
        )}
      </section>
      {isReading && (
        <p role="status" className={styles.status}>
          <Trans>Reading all numbers for printing …</Trans>
        </p>
      )}
      <p role="status" className={styles.status}>
        {stored &&
          (search === '' ? (
            <Plural value={foundCount} one="# project card" other="# project cards" />
          ) : (
            <Plural value={foundCount} one="# project card found" other="# project cards found" />
          ))}
      </p>
      {open && <WidgetDialogs {...{ open, customer, onOpen, onApplied, onUndo }} />}
    </ToolScreen>
  )
}
