import { Trans, useLingui } from '@lingui/react/macro'
import { readTemplatePreview } from '@lintel/contract/projects/template-application'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { callApi } from '../../api/call-api'
import { Loaded } from '../../api/form/loaded'
import styles from './new-project.module.css'
import { TemplateContents } from './template-contents'

/** What a chosen template brings into the project. Reserves the space, so that the buttons do not move when the server's counts arrive. */
export function TemplatePreview({ choice }: { choice: string }) {
  const { t } = useLingui()
  const titleId = useId()
  const { data, error } = useQuery({
    queryKey: ['template-preview', choice],
    queryFn: ({ signal }) => callApi(readTemplatePreview, { parameters: { choice }, signal }),
    staleTime: 0,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard
    <section className={styles.preview} aria-labelledby={titleId} tabIndex={0}>
      <h2 id={titleId} className={styles.previewTitle}>
        <Trans>What the template brings</Trans>
      </h2>
      <Loaded data={data} error={error} what={t`What the template brings`} rows={3}>
        {(loaded) => <TemplateContents preview={loaded} />}
      </Loaded>
    </section>
  )
}
