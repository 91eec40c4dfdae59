import { Trans, useLingui } from '@lingui/react/macro'
import { Loaded } from '../../api/form/loaded'
import { EmptyState } from '../../ui/empty-state'
import { Notice } from '../../ui/notice'
import { ChoiceList } from './choice-list'
import { TemplatePanel } from './template-panel'
import styles from './templates.module.css'
import type { TemplatesView } from './templates-view'
import { useTemplateWithLibraries } from './use-template-with-libraries'

/** Read-only view of the templates and their entries on a phone. */
export function TemplateViewer({ customer, templates, libraries, template, colours, onSearch }: TemplatesView) {
  const { t } = useLingui()
  const loaded = useTemplateWithLibraries(template?.id, customer, libraries)
  return (
    <div className={styles.reading}>
      <Notice title={<Trans>Templates are built on a wide screen</Trans>}>
        <p>
          <Trans>Here you can read what each of them brings.</Trans>
        </p>
      </Notice>
      {template ? (
        <>
          <ChoiceList
            title={t`Templates`}
            items={templates}
            chosen={template.id}
            onChoose={(id) => onSearch({ template: id })}
          />
          <Loaded data={loaded.template} error={loaded.error} what={template.name} rows={8}>
            {(read) => <TemplatePanel key={read.id} template={read} libraries={loaded.libraries} colours={colours} />}
          </Loaded>
        </>
      ) : (
        <EmptyState title={<Trans>This customer has no templates yet</Trans>} />
      )}
    </div>
  )
}
