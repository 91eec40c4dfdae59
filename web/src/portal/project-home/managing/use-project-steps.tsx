import { useLingui } from '@lingui/react'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import type { Project } from '@lintel/contract/projects/projects'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { keyOf } from '../../../api/resource'
import { PartialUndo } from '../../../shell/change-sets/partial-undo'
import { describeMembership } from '../../../shell/change-sets/row-text'
import { useSteps } from '../../../shell/change-sets/use-steps'
import { type PartialUndo as Partial, useUndo } from '../../../shell/change-sets/use-undo'
import { roleWord } from '../../../ui/role'
import { activityOf } from '../project-activity'

/** What was changed of the members of a project: told in a toast with Undo, which asks first where not all can be put back. */
export function useProjectSteps({ id, customer, timeZone }: Pick<Project, 'id' | 'customer' | 'timeZone'>): {
  announce(set: ChangeSet, text: string): void
  question: ReactNode
} {
  const { i18n } = useLingui()
  const queries = useQueryClient()
  const [partial, setPartial] = useState<Partial>()
  const readAgain = () => {
    void queries.invalidateQueries({ queryKey: keyOf(projectMembers) })
    void queries.invalidateQueries({ queryKey: activityOf(id).queryKey })
  }
  const undoChangeSet = useUndo({ onPartial: setPartial })
  const steps = useSteps({
    ...{ customer: customer ?? '', undoChangeSet },
    onUndone: readAgain,
    onRedone: readAgain,
    // Nothing is made again here.
    onPreview: readAgain,
  })
  const describe = describeMembership({
    role: (level) => i18n._(roleWord(level)),
    // A day is that day everywhere.
    until: (role, end) =>
      `${role} · ${i18n.date(new Date(end), { dateStyle: 'medium', timeZone: end.length === 10 ? 'UTC' : timeZone })}`,
  })
  return {
    announce(set, text) {
      readAgain()
      steps.announce(set, text)
    },
    question: partial && (
      <PartialUndo
        partial={partial}
        describe={describe}
        onUndo={() => steps.undoStep(partial, true)}
        onClose={() => setPartial(undefined)}
      />
    ),
  }
}
