import { Trans, useLingui } from '@lingui/react/macro'
import type { ProjectLink } from '@lintel/contract/projects/project-links'
import { ProjectAnchor } from '../../shell/project-anchor'
import { Highlight } from '../../ui/highlight'
import { Icon } from '../../ui/icon'
import { useFormatDay } from '../../ui/use-format-day'
import { LastOpenedText } from './last-opened-text'
import { notePressed, returnFocus } from './pressed-favourite'
import styles from './project-row.module.css'

interface ProjectRowProps {
  link: ProjectLink
  query: string
  isQuiet: boolean
  /** The first row of the list, which Enter opens during a search. */
  isFirst: boolean
  onToggleFavourite(change: { id: string; isFavourite: boolean }): void
}

/** A project of the list: a link to its address, and the button that marks it as a favourite. */
export function ProjectRow({ link, query, isQuiet, isFirst, onToggleFavourite }: ProjectRowProps) {
  const { name, externalId, description, projectUri } = link
  return (
    <>
      <Favourite link={link} onToggleFavourite={onToggleFavourite} />
      <ProjectAnchor
        projectUri={projectUri}
        className={styles.row}
        data-quiet={isQuiet || undefined}
        data-first={isFirst || undefined}
      >
        <span className={styles.name}>
          <Highlight text={name} query={query} />
        </span>
        <span className={styles.state}>
          <State link={link} />
        </span>
        {(externalId || description) && (
          <span className={styles.details}>
            {externalId && (
              <span className={styles.id}>
                <Highlight text={externalId} query={query} />
              </span>
            )}
            {description && (
              <span className={styles.description}>
                <Highlight text={description} query={query} />
              </span>
            )}
          </span>
        )}
      </ProjectAnchor>
    </>
  )
}

function State({ link: { creationState, lastDay, lastOpenedAt, loginMethods } }: { link: ProjectLink }) {
  if (loginMethods.length > 0) return <Trans>Another sign-in is needed</Trans>
  if (creationState === 'making') return <Trans>Being created</Trans>
  if (creationState === 'failed') return <Trans>Not complete</Trans>
  return (
    <>
      {lastOpenedAt && <LastOpenedText instant={lastOpenedAt} />}
      {lastDay && <AccessEnds lastDay={lastDay} />}
    </>
  )
}

/** The last day of a member's access. */
function AccessEnds({ lastDay }: { lastDay: string }) {
  const day = useFormatDay()(lastDay)
  return (
    <span className={styles.end}>
      <Trans>End date: {day}</Trans>
    </span>
  )
}

function Favourite({
  link: { id, name, isFavourite },
  onToggleFavourite,
}: Pick<ProjectRowProps, 'link' | 'onToggleFavourite'>) {
  const { t } = useLingui()
  return (
    <button
      ref={(star) => returnFocus(id, star)}
      type="button"
      className={styles.favourite}
      aria-pressed={isFavourite}
      aria-label={t`Favourite: ${name}`}
      title={isFavourite ? t`Remove from favourites` : t`Add to favourites`}
      onClick={() => {
        notePressed(id)
        onToggleFavourite({ id, isFavourite: !isFavourite })
      }}
    >
      <Icon name={isFavourite ? 'starred' : 'star'} />
    </button>
  )
}
