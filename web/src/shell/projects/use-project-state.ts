import { useLingui } from '@lingui/react/macro'
import { type StandingWord, standingOf } from '@lintel/contract/projects/project-standing'

/** Where projects stand, by name in the reader's language. */
export function useStandingWords(): Record<StandingWord, string> {
  const { t } = useLingui()
  return {
    Deleted: t`Deleted`,
    Hibernated: t`Hibernated`,
    Creating: t`Being created`,
    Incomplete: t`Not complete`,
    Library: t`Library`,
    Starting: t`Starting`,
    Running: t`Running`,
    Stopped: t`Stopped`,
    Crashed: t`Crashed`,
  }
}

/** Where a project stands, in words: the most important first. */
export function useProjectState() {
  const words = useStandingWords()
  return (project: Parameters<typeof standingOf>[0]): string[] => standingOf(project).map((word) => words[word])
}
