import type { ChangeSetInput } from '@lintel/contract/people/change-set-inputs'

type Input = ChangeSetInput<'template-drift'>

/** What a choice about a resource of a project is known by. */
export const choiceKey = (project: string, resource: string): string => `${project} ${resource}`

/** The same plan, with these rows done the other way than it has them. */
export function chosenOtherwise(input: Input, keys: readonly string[]): Input {
  const otherwise = new Map((input.otherwise ?? []).map((one) => [choiceKey(one.project, one.resource), one]))
  for (const key of keys) {
    const [project = '', resource = ''] = key.split(' ')
    if (!otherwise.delete(key)) otherwise.set(key, { project, resource })
  }
  return { ...input, otherwise: [...otherwise.values()] }
}
