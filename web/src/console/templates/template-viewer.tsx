import { Trans, useLingui } from '@lingui/react/macro'
import { Loaded } from '../../api/form/loaded'
import { EmptyState } from '../../ui/empty-state'
import { Notice } from '../../ui/notice'
import { ChoiceList } from './choice-list'
import { MissingChoice } from './missing-choice'
import { TemplatePanel } from './template-panel'
import styles from './templates.module.css'
import type { TemplatesView } from './templates-view'
import { useTemplateWithLibraries } from './use-template-with-libraries'

/** Read-only view of the templates and their entries on a phone. */
export function TemplateViewer(props: TemplatesView) {
  const { customer, templates, libraries, template, missing, isReading, colours, search, onSearch } = props
  const { t } = useLingui()
  const loaded = useTemplateWithLibraries(template?.id, customer, libraries)
  return (
    <div className={styles.reading}>
      <Notice title={<Trans>Templates are built on a wide screen</Trans>}>
        <p>
          <Trans>Here you can read what each of them brings.</Trans>
        </p>
      </Notice>
      {template || missing.template ? (
        <>
          <ChoiceList
            title={t`Templates`}
            items={templates}
            chosen={template?.id}
            onChoose={(id) => onSearch({ template: id })}
          />
          {template ? (
            <Loaded data={loaded.template} error={loaded.error} what={template.name} rows={8}>
              {(read) => <TemplatePanel key={read.id} template={read} libraries={loaded.libraries} colours={colours} />}
            </Loaded>
          ) : (
            <MissingChoice key={search.template} of="template" isReading={isReading} />
          )}
        </>
      ) : (
        <EmptyState title={<Trans>This customer has no templates yet</Trans>} />
      )}
    </div>
  )
}
