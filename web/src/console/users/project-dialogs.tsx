import type { ProjectForm } from './open-dialog'
import { ProjectHistory } from './project-history'
import { ProjectLoginMethods } from './project-login-methods'
import type { UserFormProps } from './use-user-forms'

/** The dialogs on a project. */
export function ProjectDialogs({ table, customer, open, forms }: UserFormProps<ProjectForm>) {
  const { onClose, announceSaved } = forms
  switch (open.at) {
    case 'project-history':
      return <ProjectHistory table={table} customer={customer} project={open.project} onClose={onClose} />
    case 'project-login-methods':
      return (
        <ProjectLoginMethods
          table={table}
          customer={customer}
          project={open.project}
          onSaved={announceSaved}
          onClose={onClose}
        />
      )
  }
}
