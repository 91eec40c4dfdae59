import { Trans, useLingui } from '@lingui/react/macro'
import { checklists } from '@lintel/contract/content/checklists'
import { inProject } from '@lintel/contract/jsonapi/resource'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../api/form/loaded'
import { all } from '../../api/resource'
import { Checkbox } from '../../ui/checkbox'
import { SearchField } from '../../ui/search-field'
import { searchableText, textMatcher } from '../../ui/search-text'
import styles from './widget-settings.module.css'

interface ChooseChecklistsProps {
  project: string
  /** Ids of the selected checklists. */
  value: readonly string[]
  onChange(ids: string[]): void
}

/** Query for the names of a project's checklists. */
export const checklistNames = (project: string) =>
  all(inProject(checklists, project), { sort: ['name'], fields: { checklists: ['name'] } })

/** Number of checklists from which a search field is shown. */
const searchFrom = 12

/** The checklists of a project as checkboxes. */
export function ChooseChecklists({ project, value, onChange }: ChooseChecklistsProps) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const { data, error } = useQuery(checklistNames(project))
  const isFound = textMatcher(search)
  return (
    <fieldset className={styles.choice}>
      <legend>
        <Trans>Checklists</Trans>
      </legend>
      <Loaded data={data?.records} error={error} what={t`Checklists`} rows={2}>
        {(records) => (
          <>
            {records.length === 0 && (
              <p>
                <Trans>This project has no checklists.</Trans>
              </p>
            )}
            {records.length >= searchFrom && (
              <SearchField label={t`Search checklists`} value={search} onSearch={setSearch} />
            )}
            <ul className={styles.list}>
              {records
                .filter(({ name }) => isFound(searchableText(name)))
                .map(({ id, name }) => (
                  <li key={id}>
                    <Checkbox
                      label={name}
                      checked={value.includes(id)}
                      onChange={({ target }) =>
                        onChange(target.checked ? [...value, id] : value.filter((each) => each !== id))
                      }
                    />
                  </li>
                ))}
            </ul>
          </>
        )}
      </Loaded>
    </fieldset>
  )
}
