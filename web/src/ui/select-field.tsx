import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useId, useState } from 'react'
import { describedBy, FieldFrame, type FieldProps } from './field'
import { Icon } from './icon'
import { listedOptions, type SelectGroup } from './listed-options'
import styles from './select-field.module.css'
import './theme/mantine.css'
import { ThemeProvider } from './theme/theme-provider'

interface SelectFieldProps extends Omit<FieldProps, 'label'> {
  /** A plain text: it names the list of options as well. */
  label: string
  options: readonly SelectGroup[]
  value: string
  onChange(value: string): void
}

/** From here on a list is searched rather than read. */
const searchFrom = 12

/** Stands for all options that are not listed; cannot be chosen. */
const moreValue = ' more'

/** One of many, in groups; can be searched by typing when there are many, of which the first ones are listed. */
export function SelectField({ label, hint, error, options, value, onChange }: SelectFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const count = options.reduce((sum, { items }) => sum + items.length, 0)
  const [search, setSearch] = useState('')
  const { listed, more } = listedOptions(options, search)
  /** Enter takes the only one that is found. */
  const isOnly = search !== '' && more === 0 && listed.reduce((sum, { items }) => sum + items.length, 0) === 1
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <ThemeProvider>
        <Select
          id={id}
          data={[...options]}
          value={value}
          onChange={(chosen) => onChange(chosen ?? value)}
          allowDeselect={false}
          onSearchChange={setSearch}
          selectFirstOptionOnChange={isOnly}
          searchable={count >= searchFrom}
          // A dialog that opens gives the focus to its first field: that is no wish to choose yet.
          openOnFocus={false}
          filter={({ search }) => {
            const { listed, more } = listedOptions(options, search)
            if (more === 0) return listed
            const words = t`${plural(more, { one: '# more: type to find it', other: '# more: type to find them' })}`
            return [...listed, { value: moreValue, label: words, disabled: true }]
          }}
          nothingFoundMessage={t`Nothing found`}
          // The list itself scrolls: as a combobox's list it needs no focus of its own.
          withScrollArea={false}
          withCheckIcon={false}
          rightSection={<Icon name="chevronDown" />}
          rightSectionPointerEvents="none"
          error={error ? true : undefined}
          aria-label={label}
          aria-describedby={describedBy(id, { hint, error })}
          comboboxProps={{
            withinPortal: false,
            offset: 4,
            shadow: 'none',
            transitionProps: { duration: 150, transition: 'fade' },
          }}
          classNames={{
            input: styles.input ?? '',
            section: styles.section ?? '',
            dropdown: styles.dropdown ?? '',
            options: styles.options ?? '',
            groupLabel: styles.group ?? '',
            option: styles.option ?? '',
          }}
        />
      </ThemeProvider>
    </FieldFrame>
  )
}
