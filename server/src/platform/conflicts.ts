import { Problem, type ProblemCode } from '@lintel/contract/problems'
import { constraintOf } from './database'

/** Database constraints by name: the problem that a violation means and the field it concerns. */
const conflicts: Record<string, { code: ProblemCode; pointer?: string }> = {
  app_user_email_key: { code: 'emailTaken', pointer: '/data/attributes/email' },
  user_organization_name_key: { code: 'organizationNameTaken', pointer: '/data/attributes/name' },
  directory_group_access_pkey: { code: 'conflict', pointer: '/data/relationships/project' },
  directory_group_name_key: { code: 'conflict', pointer: '/data/attributes/name' },
  app_user_home_customer_fk: { code: 'unknownReference', pointer: '/data/relationships/customer' },
  user_organization_customer_id_fkey: { code: 'unknownReference', pointer: '/data/relationships/customer' },
  change_set_customer_id_fkey: { code: 'unknownReference', pointer: '/data/relationships/customer' },
  customer_user_profile_customer_id_fkey: { code: 'unknownReference', pointer: '/data/relationships/customer' },
  customer_user_profile_user_key: { code: 'conflict', pointer: '/data/relationships/user' },
  customer_user_profile_organization_fk: { code: 'unknownReference', pointer: '/data/relationships/userOrganization' },
  customer_domain_customer_id_fkey: { code: 'unknownReference', pointer: '/data/relationships/customer' },
  customer_domain_own_key: { code: 'domainTaken', pointer: '/data/attributes/domain' },
  customer_domain_verified_key: { code: 'domainTaken', pointer: '/data/attributes/domain' },
  external_identity_key: { code: 'conflict' },
  sso_provider_pkey: { code: 'providerIdTaken', pointer: '/data/id' },
  sso_provider_id_key: { code: 'providerIdTaken', pointer: '/data/id' },
  project_template_name_key: { code: 'templateNameTaken', pointer: '/data/attributes/name' },
  project_template_default_name_key: { code: 'templateNameTaken', pointer: '/data/attributes/name' },
  project_template_customer_id_fkey: { code: 'unknownReference', pointer: '/data/relationships/customer' },
  project_template_project_fk: { code: 'unknownReference', pointer: '/data/attributes/templateProjectId' },
  project_project_template_fk: { code: 'unknownReference', pointer: '/data/attributes/projectTemplateId' },
  project_member_pkey: { code: 'alreadyMember', pointer: '/data/relationships/user' },
  project_member_one_owner_key: { code: 'ownerRequired', pointer: '/data/attributes/privilegeLevel' },
  project_owner_is_member: { code: 'ownerRequired' },
  invitation_open_key: { code: 'conflict', pointer: '/data/relationships/user' },
  project_customer_id_fkey: { code: 'stillInUse' },
  topic_export_customer_id_fkey: { code: 'unknownReference', pointer: '/customer' },
  workflow_name_key: { code: 'conflict', pointer: '/data/attributes/name' },
  checklist_name_key: { code: 'conflict', pointer: '/data/attributes/name' },
  folder_label_name_key: { code: 'conflict', pointer: '/data/attributes/name' },
  project_group_name_key: { code: 'conflict', pointer: '/data/attributes/name' },
  // A directory's group is once in a project: two changes of a directory at the same time.
  project_group_directory_group_key: { code: 'conflict' },
  label_group_name_key: { code: 'conflict', pointer: '/data/attributes/name' },
  report_template_name_key: { code: 'conflict', pointer: '/data/attributes/name' },
  takt_train_name_key: { code: 'conflict', pointer: '/data/attributes/name' },
  custom_view_name_key: { code: 'conflict', pointer: '/data/attributes/name' },
  ifc_model_name_key: { code: 'conflict', pointer: '/data/attributes/name' },
  building_name_key: { code: 'conflict', pointer: '/data/attributes/name' },
  folder_name_key: { code: 'conflict', pointer: '/data/attributes/name' },
  document_name_key: { code: 'conflict', pointer: '/data/attributes/name' },
  checklist_workflow_fk: { code: 'unknownReference', pointer: '/data/relationships/workflow' },
  folder_parent_fk: { code: 'unknownReference', pointer: '/data/relationships/parent' },
  document_folder_fk: { code: 'unknownReference', pointer: '/data/relationships/folder' },
  space_building_fk: { code: 'unknownReference', pointer: '/data/relationships/building' },
  checklist_run_checklist_fk: { code: 'unknownReference', pointer: '/data/relationships/checklist' },
  topic_workflow_fk: { code: 'unknownReference', pointer: '/data/relationships/workflow' },
  topic_assignee_fk: { code: 'unknownReference', pointer: '/data/relationships/assignee' },
  project_group_member_member_fk: { code: 'unknownReference', pointer: '/data/relationships/members' },
  topic_state_fk: { code: 'unknownReference', pointer: '/data/attributes/state' },
  topic_bcf_guid_key: { code: 'conflict', pointer: '/data/attributes/bcfGuid' },
  folder_makes_no_circle: { code: 'conflict', pointer: '/data/relationships/parent' },
  folder_is_not_its_parent: { code: 'conflict', pointer: '/data/relationships/parent' },
  customer_keeps_admin: { code: 'lastAdministrator', pointer: '/data/relationships/customerAdmins' },
  platform_keeps_staff: { code: 'lastStaff', pointer: '/data/attributes/role' },
}

/** The project of a record was moved to another customer concurrently, or removed. By convention, keys to it are named `<table>_project_fk`. */
const projectMoved: (typeof conflicts)[string] = { code: 'conflict', pointer: '/data/relationships/project' }

const conflictBy = (constraint: string) =>
  conflicts[constraint] ?? (constraint.endsWith('_project_fk') ? projectMoved : undefined)

/** The problem for a violated constraint; undefined for other errors. */
export function conflictOf(error: unknown): Problem | undefined {
  const constraint = constraintOf(error)
  const conflict = constraint === undefined ? undefined : conflictBy(constraint)
  return conflict && new Problem(conflict.code, conflict.pointer === undefined ? {} : { pointer: conflict.pointer })
}
