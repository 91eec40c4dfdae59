import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type DirectoryGroup, directoryGroups } from '@lintel/contract/people/directory-groups'
import { useState } from 'react'
import { Loaded } from '../../api/form/loaded'
import { useLiveRecords } from '../../api/use-live-records'
import { Button } from '../../ui/button'
import styles from './directory-import.module.css'
import { GroupAccess } from './group-access'
import { groupsByName } from './import-queries'

/** The groups of a customer's directory, from imports and SCIM alike, each with a link to its project access. */
export function DirectoryGroups({ customer }: { customer: string }) {
  const { t } = useLingui()
  const { data, error } = useLiveRecords(directoryGroups, customer, groupsByName)
  const [opened, setOpened] = useState<DirectoryGroup>()
  return (
    <section className={styles.recent}>
      <h2>
        <Trans>Groups of the directory</Trans>
      </h2>
      <Loaded data={data?.records} error={error} rows={2}>
        {(groups) =>
          groups.length === 0 ? (
            <p className={styles.none}>
              <Trans>No group has come by an import or by SCIM yet</Trans>
            </p>
          ) : (
            <ul className={styles.groups} aria-label={t`Groups of the directory`}>
              {groups.map((group) => (
                <li key={group.id} className={styles.group}>
                  <span className={styles.groupName}>{group.name}</span>
                  <span className={styles.none}>
                    <Plural value={group.numMembers} one="# person" other="# people" />
                  </span>
                  <Button
                    size="small"
                    kind="quiet"
                    aria-label={t`Projects: ${group.name}`}
                    onClick={() => setOpened(group)}
                  >
                    <Trans>Projects</Trans>
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {opened && <GroupAccess group={opened} customer={customer} onClose={() => setOpened(undefined)} />}
    </section>
  )
}
