import { useLingui } from '@lingui/react'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import type { Project } from '@lintel/contract/projects/projects'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { typedDay } from '../../../api/form/last-day'
import { keyOf } from '../../../api/resource'
import { PartialUndo } from '../../../shell/change-sets/partial-undo'
import { describeMembership } from '../../../shell/change-sets/row-text'
import { useSteps } from '../../../shell/change-sets/use-steps'
import { type PartialUndo as Partial, useUndo } from '../../../shell/change-sets/use-undo'
import { roleLabel } from '../../../ui/role'
import { activityOf } from '../project-activity'

/** Announces changes of a project's members in a toast with Undo, which needs confirmation if only a part can be undone. */
export function useProjectSteps({ id, customer, timeZone }: Pick<Project, 'id' | 'customer' | 'timeZone'>): {
  announce(set: ChangeSet, text: string): void
  question: ReactNode
} {
  const { i18n } = useLingui()
  const queries = useQueryClient()
  const [partial, setPartial] = useState<Partial>()
  const refetch = () => {
    void queries.invalidateQueries({ queryKey: keyOf(projectMembers) })
    void queries.invalidateQueries({ queryKey: activityOf(id).queryKey })
  }
  const undoChangeSet = useUndo({ onPartial: setPartial })
  const steps = useSteps({
    ...{ customer: customer ?? '', undoChangeSet },
    onUndone: refetch,
    onRedone: refetch,
    // Nothing is redone here.
    onPreview: refetch,
  })
  const describe = describeMembership({
    role: (level) => i18n._(roleLabel(level)),
    until: (role, end) => `${role} · ${end.length === 10 ? end : typedDay(end, timeZone)}`,
  })
  return {
    announce(set, text) {
      refetch()
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
