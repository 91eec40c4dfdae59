import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { governsProject } from '@lintel/contract/projects/project-permissions'
import { type Project, projects, purgedAfterDays } from '@lintel/contract/projects/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { saveRecord } from '../../api/save-record'
import { useSave } from '../../api/use-save'
import { actorOf, currentUser } from '../../session/current-user'
import { myProjectLinks } from '../../shell/my-project-links'
import { Button } from '../../ui/button'
import { keepFocusNearby } from '../../ui/focus-return'
import { Notice } from '../../ui/notice'
import { showToast } from '../../ui/toast'

const dayMs = 86_400_000

/** Shows until when a deleted project can be restored; its owner and the customer's administrators can restore it. */
export function DeletedNotice({ project }: { project: Project }) {
  const { t, i18n } = useLingui()
  const { data: user } = useSuspenseQuery(currentUser)
  const restore = useSave({
    work: () => saveRecord(projects, { id: project.id, version: project.version, patch: { isInactive: false } }),
    invalidates: [projects, myProjectLinks],
    onSaved: () => showToast({ kind: 'done', text: t`Project restored` }),
  })
  const purgedAt = Date.parse(project.deletedAt ?? '') + purgedAfterDays * dayMs
  const until = project.deletedAt && i18n.date(new Date(purgedAt), { dateStyle: 'long' })
  return (
    <Notice kind="problem" title={<Trans>This project is deleted</Trans>}>
      <p>
        {until ? (
          <Trans>It can be restored until {until}. After that it is removed for good, with everything in it.</Trans>
        ) : (
          <Trans>
            It is removed for good <Plural value={purgedAfterDays} one="# day" other="# days" /> after its deletion.
          </Trans>
        )}
      </p>
      {governsProject(actorOf(user), project) && (
        <p>
          <Button
            size="small"
            busy={restore.isPending}
            onClick={() => {
              keepFocusNearby()
              restore.mutate()
            }}
          >
            <Trans>Restore project</Trans>
          </Button>
        </p>
      )}
    </Notice>
  )
}
