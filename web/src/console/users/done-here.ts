import type { ProjectMember } from '@lintel/contract/people/members'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { Undone } from '../../shell/change-sets/use-undo'
import type { Cell } from './open-dialog'

/** What was done and can be taken back: a cell and what it was before, with the membership that ended; or a change set. */
export type Done = (Cell & { level: PrivilegeLevel; removed: ProjectMember | undefined }) | { changeSet: Undone }

/** What was done here, to be taken back in turn, the last first. */
export class DoneHere {
  #done: Done[] = []

  add(done: Done): void {
    this.#done.push(done)
  }

  /** The last thing done, which is none any more. */
  takeLast(): Done | undefined {
    return this.#done.pop()
  }

  /** A change set was undone in another way than from here. */
  forget(changeSet: string): void {
    this.#done = this.#done.filter((done) => !('changeSet' in done) || done.changeSet.id !== changeSet)
  }
}
