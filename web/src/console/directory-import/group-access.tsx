import { Trans, useLingui } from '@lingui/react/macro'
import {
  type DirectoryGroupAccess,
  type DirectoryGroupAccessDraft,
  directoryGroupAccess,
} from '@lintel/contract/people/directory-group-access'
import type { DirectoryGroup } from '@lintel/contract/people/directory-groups'
import { projects } from '@lintel/contract/projects/projects'
import { useState } from 'react'
import { useCachedRecords } from '../../api/cached-records'
import { removeRecord, saveRecord } from '../../api/save-record'
import { useLiveRecords } from '../../api/use-live-records'
import { useSave } from '../../api/use-save'
import { ListDialog } from '../../shell/records/list-dialog'
import { Button } from '../../ui/button'
import { Role } from '../../ui/role'
import { showToast } from '../../ui/toast'
import { AddGroupAccess } from './add-group-access'
import styles from './directory-import.module.css'

interface GroupAccessProps {
  group: DirectoryGroup
  customer: string
  onClose(): void
}

/** The projects that a group gives access to, with the role; added and removed immediately, with undo in the toast. */
export function GroupAccess({ group, customer, onClose }: GroupAccessProps) {
  const { t } = useLingui()
  const [isAdding, setAdding] = useState(false)
  const { data, error } = useLiveRecords(directoryGroupAccess, customer, {
    filter: { group: group.id },
    include: ['project'],
  })
  const names = new Map(data?.included.map(({ id, name }) => [id, String(name)]))
  const nameOf = ({ project }: Pick<DirectoryGroupAccess, 'project'>) => names.get(project) ?? project
  const invalidates = [directoryGroupAccess, projects]
  const restore = useSave({
    work: (draft: DirectoryGroupAccessDraft) => saveRecord(directoryGroupAccess, { draft }),
    invalidates,
    onSaved: () => showToast({ kind: 'done', text: t`Undone` }),
  })
  const { evict } = useCachedRecords(directoryGroupAccess)
  const remove = useSave({
    // Keeps the name: the list may have been refetched without this access before the response arrives.
    work: ({ access }: { access: DirectoryGroupAccess; name: string }) => removeRecord(directoryGroupAccess, access),
    invalidates,
    onSaved(_nothing, { access: { id, project, privilegeLevel }, name }) {
      evict(id)
      showToast({
        kind: 'done',
        text: t`${group.name} no longer opens ${name}.`,
        action: {
          label: t`Undo`,
          run: () => restore.mutate({ group: group.id, project, customer, privilegeLevel }),
        },
      })
    },
  })
  return (
    <>
      <ListDialog
        title={t`What ${group.name} opens`}
        size="plain"
        above={
          <p>
            <Trans>
              Whoever is in the group has these roles as long as they are in it. If several groups apply, the highest
              role counts.
            </Trans>
          </p>
        }
        items={data?.records}
        error={error}
        empty={<Trans>The group opens no project yet.</Trans>}
        actions={
          <Button kind="primary" onClick={() => setAdding(true)}>
            <Trans>Add a project</Trans>
          </Button>
        }
        onClose={onClose}
      >
        {(records) => (
          <ul className={styles.groups} aria-label={t`What ${group.name} opens`}>
            {records.map((access) => {
              const name = nameOf(access)
              return (
                <li key={access.id} className={styles.group}>
                  <span className={styles.groupName}>{name}</span>
                  <Role level={access.privilegeLevel} />
                  <Button
                    size="small"
                    kind="quiet"
                    aria-label={t`Remove ${name} from ${group.name}`}
                    busy={remove.isPending && remove.variables?.access.id === access.id}
                    onClick={() => remove.mutate({ access, name })}
                  >
                    <Trans>Remove</Trans>
                  </Button>
                </li>
              )
            })}
          </ul>
        )}
      </ListDialog>
      {isAdding && data && (
        <AddGroupAccess
          {...{ group, customer }}
          openedProjects={data.records.map(({ project }) => project)}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}
