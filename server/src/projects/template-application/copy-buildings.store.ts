import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import { type Application, isWholeProject } from './applications.store'
import type { CopyStep } from './copy-records.store'

/** Copies buildings with their spaces. */
export async function copyBuildings({ db, now }: CopyStep, application: Application): Promise<void> {
  if (!isWholeProject(application)) return
  const { project, customer, sourceProject, madeBy } = application
  const at = instantOf(now)
  await sql`
    with picked as materialized (
      select gen_random_uuid() as copy_id, building.* from building
      where project_id = ${sourceProject}
        and lower(name) not in (select lower(name) from building where project_id = ${project})
    ),
    made as (
      insert into building (id, customer_id, project_id, name, storeys, created_at, created_by, updated_at)
      select copy_id, ${customer}::uuid, ${project}::uuid, name, storeys, ${at}::timestamptz, ${madeBy}::uuid, ${at}::timestamptz
      from picked
    )
    insert into space (id, customer_id, project_id, name, number, building_id, storey, created_at, created_by, updated_at)
    select gen_random_uuid(), ${customer}::uuid, ${project}::uuid, space.name, space.number, picked.copy_id, space.storey,
      ${at}::timestamptz, ${madeBy}::uuid, ${at}::timestamptz
    from space left join picked on picked.id = space.building_id
    where space.project_id = ${sourceProject}`.execute(db)
}

/** Copies the metadata of models; the files themselves are not in our object store. */
export async function copyModels({ db, now }: CopyStep, application: Application): Promise<void> {
  if (!isWholeProject(application)) return
  const { project, customer, sourceProject, madeBy } = application
  const at = instantOf(now)
  await sql`
    insert into ifc_model (id, customer_id, project_id, name, discipline, files, size, classifications,
      created_at, created_by, updated_at)
    select gen_random_uuid(), ${customer}::uuid, ${project}::uuid, name, discipline, files, size, classifications,
      ${at}::timestamptz, ${madeBy}::uuid, ${at}::timestamptz
    from ifc_model where project_id = ${sourceProject}
      and lower(name) not in (select lower(name) from ifc_model where project_id = ${project})`.execute(db)
}
