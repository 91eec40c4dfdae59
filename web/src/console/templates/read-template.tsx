import { Trans, useLingui } from '@lingui/react/macro'
import { Loaded } from '../../api/form/loaded'
import { EmptyState } from '../../ui/empty-state'
import { Notice } from '../../ui/notice'
import { ChoiceList } from './choice-list'
import { TemplateSide } from './template-side'
import styles from './templates.module.css'
import type { TemplatesView } from './templates-view'
import { useWholeTemplate } from './use-whole-template'

/** Templates and their entries on a phone: read, not built. */
export function ReadTemplate({ customer, templates, libraries, template, colours, onSearch }: TemplatesView) {
  const { t } = useLingui()
  const whole = useWholeTemplate(template?.id, customer, libraries)
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
          <Loaded data={whole.template} error={whole.error} what={template.name} rows={8}>
            {(read) => <TemplateSide key={read.id} template={read} libraries={whole.libraries} colours={colours} />}
          </Loaded>
        </>
      ) : (
        <EmptyState title={<Trans>This customer has no templates yet</Trans>} />
      )}
    </div>
  )
}
