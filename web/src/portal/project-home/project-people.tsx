import type { ProjectMember } from '@lintel/contract/people/members'
import type { Actor } from '@lintel/contract/people/permissions'
import { administersProject } from '@lintel/contract/projects/project-permissions'
import type { Project } from '@lintel/contract/projects/projects'
import { ManagedPeople } from './managed-people'
import { People } from './people'

interface ProjectPeopleProps {
  project: Project
  members: readonly ProjectMember[]
  actor: Actor
}

/** The members of the project. What its administrators edit stays open if somebody deletes the project meanwhile. */
export const ProjectPeople = ({ project, members, actor }: ProjectPeopleProps) =>
  administersProject(actor, project) ? (
    <ManagedPeople {...{ project, members }} />
  ) : (
    <People members={members} timeZone={project.timeZone} />
  )
