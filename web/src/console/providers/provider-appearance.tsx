import { Trans, useLingui } from '@lingui/react/macro'
import { colour } from '@lintel/contract/jsonapi/fields'
import type { FormDraft } from '../../api/form/use-draft'
import type { useFormFields } from '../../api/form/use-form-fields'
import { TextField } from '../../ui/field'
import { LabelledSelect } from '../../ui/labelled-select'
import { Notice } from '../../ui/notice'
import { ProviderButton } from '../../ui/provider-button'
import { providerIcons } from '../../ui/provider-icon'
import { contrastOf, minContrast } from '../../ui/readable-text'
import type { ProviderValues, useProviderLabels } from './provider-fields'
import styles from './providers.module.css'

/** Props shared by the parts of the form. */
export interface ProviderFormPart {
  draft: FormDraft<ProviderValues>
  form: ReturnType<typeof useFormFields<ProviderValues>>
  labels: ReturnType<typeof useProviderLabels>
}

/** Icon and colours of a provider's button, with the same preview as on the sign-in page. */
export function ProviderAppearance({ draft, form, labels }: ProviderFormPart) {
  const { t, i18n } = useLingui()
  const { name, icon, color, textColor } = draft.values
  const areColours = colour.safeParse(color).success && colour.safeParse(textColor).success
  const contrast = areColours ? contrastOf(textColor, color) : undefined
  const figure = contrast === undefined ? '' : i18n.number(contrast, { maximumFractionDigits: 1 })
  const icons: Record<(typeof providerIcons)[number], string> = {
    badge: t`Badge`,
    building: t`Building`,
    globe: t`Globe`,
    google: 'Google',
    key: t`Key`,
    microsoft: 'Microsoft',
    people: t`People`,
    shield: t`Shield`,
  }
  const colourField = (field: 'color' | 'textColor') => (
    <TextField
      {...form.field(field)}
      label={labels[field]}
      autoComplete="off"
      inside={
        <input
          type="color"
          className={styles.swatch}
          aria-label={t`Choose: ${labels[field]}`}
          value={colour.safeParse(draft.values[field]).success ? draft.values[field] : '#000000'}
          onChange={({ target }) => draft.set(field, target.value)}
        />
      }
    />
  )
  return (
    <>
      <LabelledSelect
        label={labels.icon}
        hint={form.note('icon')}
        value={icon}
        options={[
          { value: '', label: t`First letter of the name` },
          ...providerIcons.map((each) => ({ value: each, label: icons[each] })),
        ]}
        onChange={(value) => draft.set('icon', value)}
      />
      <div className={styles.pair}>
        {colourField('color')}
        {colourField('textColor')}
      </div>
      {areColours && (
        <div className={styles.preview}>
          <ProviderButton provider={{ name: name || '?', icon: icon || null, color, textColor }} isFull>
            <Trans>Continue with {name || '?'}</Trans>
          </ProviderButton>
        </div>
      )}
      {contrast !== undefined && contrast < minContrast && (
        <Notice kind="problem" title={t`These colours cannot be read well`}>
          <p>
            <Trans>
              Their contrast is {figure}, and text needs 4.5. The sign-in page writes in black or white instead.
            </Trans>
          </p>
        </Notice>
      )}
    </>
  )
}
